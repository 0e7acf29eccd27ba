"""WebKit and Firefox, driven by what Debian packages: WebKitWebDriver over HTTP, Firefox over its Marionette socket."""

import json
import os
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

PATIENCE = 45.0  # seconds; a busy machine is no fault of the page
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# The body of an async function as WebDriver takes it: it answers a value or an error, whatever happens.
PROMISE = """
const given = [...arguments], done = given.pop();
(async (...given) => { %s })(...given).then((value) => done({ value }), (error) => done({ error: String(error) }));
"""


class BrowserError(Exception):
    """What a browser answered in place of a value."""


class Driven(ABC):
    """A browser with one window. Its clicks are real ones: they count as taps, and its scripts do not."""

    def __init__(self, name: str, downloads: Path) -> None:
        self.name, self.downloads = name, downloads

    @abstractmethod
    def load(self, url: str) -> None:
        """Ask for a page; the answer may come before the page."""

    def open(self, url: str) -> None:
        """Load a page, and wait for it: a step back that was still under way may take its place, so ask again."""
        here = "location.href.split('#')[0] === given[0] && performance.timeOrigin > given[1]"
        before = self.run("return performance.timeOrigin;")
        for _ in range(5):
            self.load(url)
            deadline = time.monotonic() + PATIENCE / 5
            while time.monotonic() < deadline:
                if self.run(f"return {here} && document.readyState === 'complete';", url.split("#")[0], before):
                    return
                time.sleep(0.05)
        raise BrowserError(f"{self.name}: {url} was not loaded")

    @abstractmethod
    def element(self, css: str) -> str:
        """The browser's own name of an element."""

    @abstractmethod
    def press(self, element: str) -> None:
        """Click as a person does."""

    @abstractmethod
    def type(self, element: str, text: str) -> None:
        """Type text, or give a file's path to a file input."""

    @abstractmethod
    def script(self, source: str, arguments: list[Any]) -> Any:
        """The answer of a script that calls its last argument."""

    def run(self, body: str, *given: Any) -> Any:
        """The value of the body of an async function; its arguments are `given`."""
        answer = self.script(PROMISE % body, list(given))
        if "error" in answer:
            raise BrowserError(answer["error"])
        return answer.get("value")

    def wait(self, condition: str, *given: Any) -> Any:
        """Wait until an expression is true, and give its value."""
        deadline = time.monotonic() + PATIENCE
        while True:
            if value := self.run(f"return {condition};", *given):
                return value
            if time.monotonic() > deadline:
                shown = self.run("return document.body.innerText;")
                raise BrowserError(f"{self.name}: {condition} did not come true. Shown:\n{shown}")
            time.sleep(0.05)

    def click(self, css: str) -> None:
        """Click on what is there, or will be."""
        self.wait("document.querySelector(given[0])?.checkVisibility()", css)
        self.press(self.element(css))

    def text(self, css: str) -> str:
        """What an element says; nothing where it is not there or hidden."""
        found = "const found = document.querySelector(given[0]);"
        return str(self.run(f"{found} return found?.checkVisibility() ? found.innerText : '';", css))

    def give(self, css: str, path: Path) -> None:
        """Choose a file."""
        self.type(self.element(css), str(path))

    def saved(self, suffix: str) -> Path:
        """The file that was saved; there is one."""
        deadline = time.monotonic() + PATIENCE
        while not (found := [path for path in self.downloads.glob(f"*{suffix}") if path.stat().st_size]):
            if time.monotonic() > deadline:
                raise BrowserError(f"{self.name}: nothing was saved")
            time.sleep(0.05)
        return found[0]


class WebKit(Driven):
    """WebKitGTK's MiniBrowser."""

    def __init__(self, driver: str, binary: str, downloads: Path) -> None:
        super().__init__("webkit", downloads)
        self.http = httpx.Client(base_url=driver, timeout=2 * PATIENCE)
        options = {"binary": binary, "args": ["--automation"]}
        session = self._ask("POST", "/session", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self.base = f"/session/{session['sessionId']}"

    def _ask(self, method: str, path: str, **values: Any) -> Any:
        answer = self.http.request(method, path, json=values if method == "POST" else None).json()["value"]
        if isinstance(answer, dict) and {"error", "message", "stacktrace"} <= answer.keys():
            raise BrowserError(f"{answer['error']}: {answer['message']}")
        return answer

    def load(self, url: str) -> None:
        self._ask("POST", f"{self.base}/url", url=url)

    def element(self, css: str) -> str:
        return str(self._ask("POST", f"{self.base}/element", using="css selector", value=css)[ELEMENT])

    def press(self, element: str) -> None:
        self._ask("POST", f"{self.base}/element/{element}/click")

    def type(self, element: str, text: str) -> None:
        self._ask("POST", f"{self.base}/element/{element}/value", text=text)

    def script(self, source: str, arguments: list[Any]) -> Any:
        return self._ask("POST", f"{self.base}/execute/async", script=source, args=arguments)

    def close(self) -> None:
        """End the session, and with it the browser."""
        self._ask("DELETE", self.base)
        self.http.close()


class Firefox(Driven):
    """Firefox over Marionette: each message is its length, a colon, and JSON."""

    def __init__(self, port: int, downloads: Path) -> None:
        super().__init__("firefox", downloads)
        self.socket = socket.create_connection(("127.0.0.1", port), 2 * PATIENCE)
        self.count = 0
        self._receive()
        self.ask("WebDriver:NewSession")

    def _receive(self) -> Any:
        length = b""
        while (sign := self.socket.recv(1)) != b":":
            length += sign
        body = b""
        while len(body) < int(length):
            body += self.socket.recv(int(length) - len(body))
        return json.loads(body)

    def ask(self, command: str, **values: Any) -> Any:
        """Send one command of Marionette."""
        self.count += 1
        message = json.dumps([0, self.count, command, values]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self._receive()
        if error:
            raise BrowserError(f"{error['error']}: {error['message']}")
        return result.get("value") if isinstance(result, dict) else result

    def load(self, url: str) -> None:
        self.ask("WebDriver:Navigate", url=url)

    def element(self, css: str) -> str:
        return str(self.ask("WebDriver:FindElement", using="css selector", value=css)[ELEMENT])

    def press(self, element: str) -> None:
        self.ask("WebDriver:ElementClick", id=element)

    def type(self, element: str, text: str) -> None:
        self.ask("WebDriver:ElementSendKeys", id=element, text=text)

    def script(self, source: str, arguments: list[Any]) -> Any:
        patience = int(PATIENCE * 1000)
        return self.ask("WebDriver:ExecuteAsyncScript", script=source, args=arguments, scriptTimeout=patience)

    @contextmanager
    def in_its_own_window(self) -> Iterator[None]:
        """Scripts run in the browser's window around the page, where its questions are answered."""
        self.ask("Marionette:SetContext", value="chrome")
        try:
            yield
        finally:
            self.ask("Marionette:SetContext", value="content")

    def close(self) -> None:
        """End the connection."""
        self.socket.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _connect(make: Any) -> Any:
    """A browser takes a while to listen."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return make()
        except (OSError, httpx.ConnectError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


@contextmanager
def _program(*command: str, **environment: str) -> Iterator[None]:
    """A program that runs meanwhile, and ends with all it started."""
    process = subprocess.Popen(
        command,
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def _screen() -> Iterator[str]:
    """The name of a screen that nobody sees."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        name = f":{told.readline().strip()}"
    try:
        yield name
    finally:
        process.terminate()
        process.wait(20)


def mini_browser() -> str | None:
    """Where Debian keeps WebKitGTK's MiniBrowser: in no folder of PATH."""
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    return str(found[-1]) if found else None


@contextmanager
def webkit(home: Path) -> Iterator[Driven]:
    """WebKit, with a home folder of its own."""
    binary = mini_browser()
    assert binary, "MiniBrowser is not installed: it comes with Debian's webkit2gtk-driver"
    downloads, config = home / "downloads", home / ".config"
    downloads.mkdir()
    config.mkdir()
    (config / "user-dirs.dirs").write_text('XDG_DOWNLOAD_DIR="$HOME/downloads"\n')
    port = _free_port()
    with ExitStack() as stack:
        screen = stack.enter_context(_screen())
        own = {"HOME": str(home), "XDG_CONFIG_HOME": str(config), "LANG": "en_GB.UTF-8", "DISPLAY": screen}
        stack.enter_context(_program("WebKitWebDriver", f"--port={port}", **own))
        browser = _connect(lambda: WebKit(f"http://127.0.0.1:{port}", binary, downloads))
        stack.callback(browser.close)
        yield browser


@contextmanager
def firefox(program: str, home: Path) -> Iterator[Driven]:
    """Firefox, with a profile of its own and a camera that shows a film."""
    downloads, profile = home / "downloads", home / "profile"
    downloads.mkdir()
    profile.mkdir()
    port = _free_port()
    preferences = {
        "marionette.port": port,
        "intl.accept_languages": "en-GB",
        "browser.download.folderList": 2,
        "browser.download.dir": str(downloads),
        "browser.download.useDownloadDir": True,
        "browser.download.open_pdf_attachments_inline": False,
        "pdfjs.disabled": True,
        "media.navigator.streams.fake": True,
        "media.navigator.permission.fake": True,  # ask, although the camera is none
        "network.dns.disableIPv6": True,
        "datareporting.policy.dataSubmissionEnabled": False,
    }
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    with _program(
        program,
        "--headless",
        "--marionette",
        "--remote-allow-system-access",
        "--no-remote",
        "--profile",
        str(profile),
        HOME=str(home),
    ):
        browser = _connect(lambda: Firefox(port, downloads))
        yield browser
        browser.close()
