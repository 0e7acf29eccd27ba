"""`qwords serve`: start the service and the phone page."""

from dataclasses import replace

import click

from cli.common import refuse_lost_lists, translate_errors
from referee.settings import Settings


@click.command("serve")
@click.option("--host", help="Address to listen on; 0.0.0.0 lets phones in. [default: QWORDS_HOST or 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on. [default: QWORDS_PORT or 8000]")
@click.option("--lan", is_flag=True, help="For phones in the same network: https, with a code to scan.")
@translate_errors
def command(host: str | None, port: int | None, lan: bool) -> None:
    """Start the service and the phone page.

    \b
    Examples:
      qwords serve
      qwords serve --lan                           # for the phones in the same network, cameras included
      qwords serve --host 0.0.0.0 --port 8080      # behind a proxy that speaks https
    """
    refuse_lost_lists()
    settings = Settings.from_environment()
    everywhere = "0.0.0.0" if lan else settings.host
    settings = replace(settings, host=host or everywhere, port=settings.port if port is None else port)
    from api.server import serve

    serve(settings, lan)
