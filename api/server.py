"""Runs the service: uvicorn around `create_app`, with our logs and a graceful end."""

import os
import resource
import signal
import socket
import threading
import webbrowser
from dataclasses import replace
from urllib.parse import urlsplit

import click
import uvicorn

from api.app import create_app
from api.certificate import Certificate, certificate_for
from api.connection_limits import LimitedProtocol
from api.logs import start_logging
from referee.referee_errors import CannotListen
from referee.settings import Settings
from report.qr_views import terminal

GRACE_SECONDS = 15  # photos that are being read are finished; then workers get some seconds, 30 in all at most
CONNECTIONS = 4096  # files and sockets open at a time, where the system allows it
EVERYWHERE = {"0.0.0.0", "::"}


def serve(settings: Settings, lan: bool = False, desk: str = "") -> None:
    """Serve until told to stop; with `lan` over https, so that phones in the same network may use their cameras.

    With `desk`, the desk of that tournament is opened in the browser.
    """
    start_logging(settings.log_level)
    before = os.umask(0o077)  # what the service keeps is nobody else's: photos, names, the key of the players' codes
    try:
        _serve(settings, lan, desk)
    finally:
        os.umask(before)


def _serve(settings: Settings, lan: bool, desk: str) -> None:
    made = certificate_for((_host(settings), "127.0.0.1"), settings.data / "tls") if lan else None
    app = create_app(replace(settings, hosts=known_hosts(settings, lan)))
    app.state.desk = desk
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        http=LimitedProtocol,
        ws="none",
        ssl_keyfile=made.key if made else None,
        ssl_certfile=made.certificate if made else None,
    )
    _allow_connections()
    listening = _bound(config)  # first: what is printed is then there to be opened, at the port it got
    listening.listen(config.backlog)  # who comes before the service has started waits for it
    settings = replace(settings, port=listening.getsockname()[1])
    if lan and not settings.address:  # where the codes of its reports lead
        settings = replace(settings, address=address(settings, "https"))
    app.state.settings = settings
    shown = desk_address(settings, desk) if desk else address(settings)
    click.echo(invitation(settings, made) if made else f"Qwords referee: {shown}", err=True)
    if desk:  # beside the service: a browser of the terminal comes back only when it is left
        threading.Thread(target=webbrowser.open, args=(shown,), daemon=True).start()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)  # uvicorn raises it again after its graceful end; we are done then
    uvicorn.Server(config).run([listening])


def known_hosts(settings: Settings, lan: bool = False) -> str:
    """The names that the service answers to; none where it listens everywhere and nobody has named it: any will do."""
    named = [settings.hosts, urlsplit(settings.address).hostname or ""]
    if settings.host in EVERYWHERE and not lan and not any(named):
        return ""
    own = socket.gethostname()
    return ",".join(filter(None, [*named, "localhost", own, f"{own}.local", settings.host]))


def _bound(config: uvicorn.Config) -> socket.socket:
    try:
        return config.bind_socket()
    except SystemExit as error:  # uvicorn logs why, and ends with a code that means something else here
        raise CannotListen(f"{config.host}, port {config.port}: nothing can listen there") from error


def _allow_connections() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= soft < CONNECTIONS:
        resource.setrlimit(resource.RLIMIT_NOFILE, (CONNECTIONS if hard < 0 else min(CONNECTIONS, hard), hard))


def invitation(settings: Settings, made: Certificate) -> str:
    """What the person at the desk shows to the phones: a code to scan, and what to answer to the warning."""
    url = address(settings, "https")
    return "\n".join(
        [
            terminal(url),
            "",
            f"Qwords referee: {url}",
            "Scan the code with a phone in the same network. Its browser warns once, because it does not know the",
            "certificate that was made here: choose Advanced (or Details), then go on to the page.",
            "To be sure that it is this one, compare its SHA-256 fingerprint:",
            f"  {made.fingerprint}",
            f"To trust it for good, install {made.root} on the phone.",
        ]
    )


def address(settings: Settings, scheme: str = "http") -> str:
    """Where to point a browser at; for all interfaces, the address that phones in the same network use."""
    return f"{scheme}://{_host(settings)}:{settings.port}/"


def desk_address(settings: Settings, id: str) -> str:
    """The desk of a tournament; the token stands behind the #, which browsers do not send."""
    return f"{address(settings)}page/organiser.html#/{id}/{settings.token}/review"


def _host(settings: Settings) -> str:
    return lan_address() if settings.host in EVERYWHERE else settings.host


def lan_address() -> str:
    """The address of this machine in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; only asks which interface would be used
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
