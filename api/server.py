"""Runs the service: uvicorn around `create_app`, with our logs and a graceful end."""

import resource
import signal
import socket

import click
import uvicorn

from api.app import create_app
from api.connections import PatientProtocol
from api.logs import start_logging
from referee.settings import Settings

GRACE_SECONDS = 15  # photos that are being read are finished; then workers get some seconds, 30 in all at most
CONNECTIONS = 4096  # files and sockets open at a time, where the system allows it


def serve(settings: Settings) -> None:
    """Serve until told to stop."""
    start_logging(settings.log_level)
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        http=PatientProtocol,
        ws="none",
    )
    _allow_connections()
    click.echo(f"Qwords referee: {address(settings)}", err=True)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)  # uvicorn raises it again after its graceful end; we are done then
    uvicorn.Server(config).run()


def _allow_connections() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= soft < CONNECTIONS:
        resource.setrlimit(resource.RLIMIT_NOFILE, (CONNECTIONS if hard < 0 else min(CONNECTIONS, hard), hard))


def address(settings: Settings) -> str:
    """Where to point a browser at; for all interfaces, the address that phones in the same network use."""
    host = settings.host
    if host in {"0.0.0.0", "::"}:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))  # sends nothing; only asks which interface would be used
                host = probe.getsockname()[0]
            except OSError:
                host = "127.0.0.1"
    return f"http://{host}:{settings.port}/"
