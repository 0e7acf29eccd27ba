"""`qwords keys`: the key that reports are signed with, and the keys that are known here."""

import click

from cli.common import json_option, print_json, translate_errors
from proof.keys import fingerprint, folder_of, known_keys, replace_key, signer, text_of, trust
from referee.settings import Settings


@click.group("keys")
def command() -> None:
    """Show, replace and trust the keys that reports are signed with.

    The key is made when the first report is signed. To back it up or move it to another machine, copy its folder.

    \b
    Example:
      qwords keys show
    """


@command.command("show")
@json_option
@translate_errors
def show(as_json: bool) -> None:
    """Show the public key of this installation, and those it knows."""
    settings = Settings.from_environment()
    own = signer(settings).key
    keys = [{"key": text_of(own), "state": "own", "name": settings.name}]
    keys += [{"key": text_of(one.key), "state": one.state, "name": one.name} for one in known_keys(settings)]
    shorts = [fingerprint(own), *(fingerprint(one.key) for one in known_keys(settings))]
    if as_json:
        found = [{**one, "fingerprint": short} for one, short in zip(keys, shorts, strict=True)]
        print_json({"folder": str(folder_of(settings)), "keys": found})
        return
    click.echo(f"in {folder_of(settings)}")
    for one, short in zip(keys, shorts, strict=True):
        click.echo(f"{one['state']:<8} {short}  {one['key']}  {one['name']}".rstrip())


@command.command("replace")
@translate_errors
def replace() -> None:
    """Make a new key. Reports of the old one stay genuine here, as those of a former key."""
    click.echo(f"new key {fingerprint(replace_key(Settings.from_environment()).key)}")


@command.command("trust")
@click.argument("key")
@click.argument("name")
@translate_errors
def trust_key(key: str, name: str) -> None:
    """Have reports signed with KEY count as genuine here, as made by NAME. Ask the owner for it, not the report."""
    known = trust(Settings.from_environment(), key, name)
    click.echo(f"{known.name}: {fingerprint(known.key)}")
