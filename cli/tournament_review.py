"""The commands of the arbiters: review, correct, rule, and see where two differ."""

import sys
from dataclasses import replace
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

import click

import lexicons
from cli.common import CERTAIN, REVIEW, json_option, one_of, print_json, refuse_lost_lists, translate_errors
from cli.tournament_common import exit_code, open_session, out_argument, signed, store_option
from proof.keys import signer
from referee.settings import Settings
from referee.values import Answer
from texts import languages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournament.arbiter import Arbiter, Change
    from tournament.entities import Row


@click.command("review")
@out_argument
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port to listen on; default any that is free.")
@store_option
@json_option
@translate_errors
def review(out: Path, port: int, store: str, as_json: bool) -> None:
    """Open the desk of the tournament in the browser: the sheets that a human must look at, the worst first.

    Only this machine can reach it. Ctrl-C ends it and writes the files anew. With --json the sheets are listed instead.
    """
    with open_session(out, store) as session:
        view = session.overview()
    if as_json:
        from cli.review_queue import queue_document

        print_json(queue_document(view))
        sys.exit(exit_code(view))
    _open_desk(out, store, view.tournament.id, port)


def _open_desk(out: Path, store: str, id: str, port: int) -> None:
    """Serve the desk on this machine until it is told to end, then write what was decided there."""
    from api.server import serve
    from tournament.folder_store import chosen_store, read_head
    from tournament.session import DESK, Session
    from tournament.store import Store

    refuse_lost_lists()
    settings = Settings.from_environment()
    url = chosen_store(out, read_head(out), store or settings.store)
    token, data = token_urlsafe(18), out.resolve() / DESK
    own = replace(settings, host="127.0.0.1", port=port, data=data, store=url, token=token)
    serve(replace(own, log_level="warning"), desk=id)
    with Session(out, Store.open(url), id) as session:
        if not session.store.has(id):
            session.delete()
            click.echo("the tournament was deleted at the desk", err=True)
            sys.exit(CERTAIN)
        view = session.export()
    click.echo(view.summary.sentence, err=True)
    sys.exit(exit_code(view))


@click.command("correct")
@out_argument
@click.argument("sheet")
@click.argument("cells", nargs=-1, metavar="[ROW,COLUMN=LETTER | KIND=VALUE | KIND PLACE=VALUE ...]")
@click.option("--grid", default="", help="All letters: SUPER/TRIPH/RNLOI/ATECT/PMHHE.")
@click.option("--settle", is_flag=True, help="With --grid: the final word on a disagreement.")
@click.option("--confirm", is_flag=True, help="The sheet says what stands there.")
@click.option("--player", default="", help="Who played it.")
@click.option("--round", "round_", default="", help="In which round.")
@click.option("--side", type=one_of(["A", "B"]), default=None, help="Which side it shows.")
@click.option("--rules", type=one_of(["standard", "professional"]), default=None, help="Which rules it was played by.")
@click.option("--lang", type=one_of(lexicons.LANGUAGES), default=None, help="Of which language its words are.")
@click.option("--score", type=click.IntRange(0, 199), default=None, help="Q4: the score that the player circled.")
@click.option("--withdraw", is_flag=True, help="Take it out of the standings.")
@click.option("--restore", is_flag=True, help="Bring it back.")
@signed
@store_option
@translate_errors
def correct(out: Path, sheet: str, who: str, store: str, **said: Any) -> None:
    """Correct one sheet: letters, player, side, language. Everything is appended to the log; nothing is overwritten."""
    with open_session(out, store) as session:
        arbiter = session.arbiter(who)
        before = arbiter.find(sheet)
        after = _correct(arbiter, before, said)
        session.export()
    told = f"{after.id} {after.identity.player or '(no name)'}: {before.total} → {after.total}"
    click.echo(told + (", waits for a second arbiter" if waits_for_another(after, who) else ""))


def waits_for_another(row: "Row", who: str) -> bool:
    """Whether this person has said what there is to say, and a second arbiter must confirm it."""
    from tournament.identity import player_key

    seen = player_key(who) in map(player_key, row.seen_by)
    return "second-arbiter" in row.open and "disputed" not in row.open and seen


def _correct(arbiter: "Arbiter", row: "Row", said: dict[str, Any]) -> "Row":
    why, before = said["why"], row
    if said["grid"]:
        row = arbiter.grid(row, said["grid"], why, said["settle"])
    answers = [Answer.typed(cell) for cell in said["cells"]]
    if letters := [answer for answer in answers if answer.kind == "letter"]:
        row = arbiter.letters(row, letters, why)
    for answer in answers:
        if answer.kind != "letter":
            row = arbiter.answer(row, answer, why)
    if said["player"] or said["round_"]:
        row = arbiter.player(row, said["player"], said["round_"], why=why)
    if said["side"] or said["rules"]:
        row = arbiter.side(row, said["side"], said["rules"], why)
    for kind, value in (("language", said["lang"]), ("score", said["score"])):
        if value is not None:
            row = arbiter.answer(row, Answer(kind, (), str(value)), why)
    if said["withdraw"] or said["restore"]:
        row = arbiter.withdraw(row, why, restore=said["restore"])
    if said["confirm"]:
        row = arbiter.confirm(row, why)
    if row is before:
        raise click.UsageError("Say what to correct: cells, --grid, --confirm, --player, --side, --lang, --withdraw …")
    return row


@click.command("rule")
@out_argument
@click.argument("word")
@click.option("--allow/--deny", "allow", required=True, default=None, help="Whether the word counts.")
@click.option("--preview", is_flag=True, help="Only say whose totals it would change.")
@signed
@store_option
@json_option
@translate_errors
def rule(out: Path, word: str, allow: bool, preview: bool, who: str, why: str, store: str, as_json: bool) -> None:
    """Rule on a word for all sheets, and see which totals that changes."""
    from dataclasses import asdict

    with open_session(out, store) as session:
        arbiter = session.arbiter(who)
        changes = arbiter.preview(word, allow, why) if preview else arbiter.rule(word, allow, why)
        session.export()
    if as_json:
        print_json({"word": word, "allow": allow, "changed": [asdict(change) for change in changes]})
        return
    _show(changes)
    verb = "would be" if preview else "is"
    click.echo(f"{word} {verb} {'allowed' if allow else 'denied'}; totals changed: {len(changes)}", err=True)


@click.command("rejudge")
@out_argument
@click.option("--preview", is_flag=True, help="Only say whose totals it would change.")
@signed
@store_option
@json_option
@translate_errors
def rejudge(out: Path, preview: bool, who: str, why: str, store: str, as_json: bool) -> None:
    """Judge all sheets again by the word list that is installed now. What was read and said of them stays."""
    from dataclasses import asdict

    from tournament.rejudging import preview as ahead

    with open_session(out, store) as session:
        changes = ahead(session.view) if preview else session.rejudge(who, why)
        session.export()
    if as_json:
        print_json({"preview": preview, "changed": [asdict(change) for change in changes]})
        return
    _show(changes)
    click.echo(f"totals {'that would change' if preview else 'changed'}: {len(changes)}", err=True)


def _show(changes: "Sequence[Change]") -> None:
    for change in changes:
        click.echo(f"{change.sheet} {change.player or '(no name)'}: {change.before} → {change.after}")


@click.command("undo")
@out_argument
@click.argument("line", type=int)
@signed
@store_option
@translate_errors
def undo(out: Path, line: int, who: str, why: str, store: str) -> None:
    """Take back a correction or ruling, by its number in the log. Both lines stay in the log."""
    with open_session(out, store) as session:
        undone = session.arbiter(who).undo(line, why)
        session.export()
    click.echo(f"undone: {undone.kind} by {undone.who}")


@click.command("disagreements")
@out_argument
@store_option
@json_option
@translate_errors
def disagreements(out: Path, store: str, as_json: bool) -> None:
    """List every cell that two arbiters see differently."""
    from dataclasses import asdict

    from tournament.arbiter import disagreements as differences

    with open_session(out, store) as session:
        found = differences(session.overview())
    if as_json:
        print_json({"disagreements": [asdict(item) for item in found]})
    else:
        for item in found:
            said = ", ".join(f"{who}: {letter}" for who, letter in item.letters.items())
            click.echo(f"{item.sheet} {item.player or '(no name)'} row {item.row} column {item.column}: {said}")
    sys.exit(REVIEW if found else CERTAIN)


@click.command("log")
@out_argument
@click.option("--lang", type=one_of(languages()), help="Language of the sentences; default QWORDS_LANG or en.")
@click.option("--csv", "as_csv", is_flag=True, help="The same for a spreadsheet.")
@store_option
@translate_errors
def log(out: Path, lang: str | None, as_csv: bool, store: str) -> None:
    """Say who corrected and ruled what, when and why; what was undone is marked."""
    from tournament.exports import csv_text, log_table
    from tournament.log_sentences import log_sentence

    language = lang or Settings.from_environment().lang
    with open_session(out, store) as session:
        if as_csv:
            click.echo(csv_text(log_table(session.store, session.tournament.id)), nl=False)
            return
        view = session.overview()
        stands = {entry.id for entry in view.log}
        for entry in session.store.log(session.tournament.id):
            void = "" if entry.id in stands or entry.kind == "undo" else " ×"
            why = f" ({entry.why})" if entry.why else ""
            when = entry.at[:16].replace("T", " ")
            click.echo(f"{entry.id:>4}  {when} UTC{void}  {log_sentence(entry, view, language)}{why}")


@click.command("publish")
@out_argument
@click.option("--undo", is_flag=True, help="Take it back.")
@click.option("--anyway", is_flag=True, help="Publish although sheets are open; the ranking stays provisional.")
@signed
@store_option
@translate_errors
def publish(out: Path, undo: bool, anyway: bool, who: str, why: str, store: str) -> None:
    """Declare the standings final; the standings page says so once nothing is open."""
    with open_session(out, store) as session:
        session.arbiter(who).publish(not undo, why, anyway)
        view = session.export()
    sys.exit(exit_code(view))


@click.command("report")
@out_argument
@click.argument("sheet")
@click.option("--report", "path", required=True, type=click.Path(dir_okay=False, path_type=Path), help=".html or .pdf")
@store_option
@translate_errors
def evidence(out: Path, sheet: str, path: Path, store: str) -> None:
    """Write the evidence of one sheet's photo: every letter, its probabilities, every word and its source."""
    with open_session(out, store) as session:
        session.report(sheet, path, signer(Settings.from_environment()))
    click.echo(str(path), err=True)


@click.command("delete")
@out_argument
@click.option("--photos", is_flag=True, help="Only the photos and the pictures of cells; what was read stays.")
@click.option("--sheet", default="", help="Only the photo that shows this sheet.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--why", default="", help="The reason, for the log.")
@click.option("--who", default="", help="Who says so; signs the log when photos are deleted.")
@store_option
@translate_errors
def delete(out: Path, photos: bool, sheet: str, yes: bool, who: str, why: str, store: str) -> None:
    """Delete photos, or the whole tournament with all its files. It cannot be undone."""
    with open_session(out, store) as session:
        only_photos = photos or bool(sheet)
        if only_photos and not who:
            raise click.UsageError("Say who deletes the photos: --who NAME.")
        what = (
            f"the photo of {sheet}"
            if sheet
            else "all photos"
            if photos
            else f"the tournament {session.tournament.name}"
        )
        if not yes:
            click.confirm(f"Delete {what} in {out} for good?", abort=True, err=True)
        if only_photos:
            gone = session.arbiter(who).forget_photos(out / "photos", sheet, why)
            session.export()
            click.echo(f"photos deleted; sheets concerned: {len(gone)}", err=True)
        else:
            session.delete()
            click.echo("deleted", err=True)


COMMANDS = (delete, review, correct, rule, rejudge, undo, disagreements, log, publish, evidence)
