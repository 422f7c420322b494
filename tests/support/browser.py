"""A headless Chromium for tests, driven by its DevTools protocol."""

import base64
import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.request import urlopen

import pytest
from websockets.sync.client import connect

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TIMEOUT = 30.0
KEY_CODES = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35, "Tab": 9, "Enter": 13}


def find_browser() -> str | None:
    """The program, or None if there is none on this machine."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), None)


@contextlib.contextmanager
def started_browser(folders: pytest.TempPathFactory) -> "Iterator[Browser]":
    """A browser for the tests of a module, which are skipped where there is none."""
    program = find_browser()
    if program is None:
        pytest.skip("no Chromium on this machine: Debian and Ubuntu have it as the package chromium")
    with Browser(program, folders.mktemp("profile")) as started:
        yield started


class Browser:
    """One page in a browser without a window; a context manager.

    Attributes:
        errors: uncaught exceptions, errors on the console and things that could not be loaded, since the last `open`.
        requests: addresses that were asked for since the last `open`.
    """

    def __init__(self, program: str, folder: Path) -> None:
        """Start it.

        Args:
            program: path of a Chromium.
            folder: an empty one for its profile.
        """
        self.errors: list[str] = []
        self.requests: list[str] = []
        self._number = 0
        self._loaded = False
        self._resources = contextlib.ExitStack()
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
        options += ["--disable-background-networking", "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"]
        # In a session of its own: the program starts others, which must end with it.
        self._process = subprocess.Popen(
            [program, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            address = self._address(folder / "DevToolsActivePort")
            self._socket = self._resources.enter_context(connect(address, max_size=None, open_timeout=TIMEOUT))
            for domain in ("Page", "Runtime", "Log", "Network"):
                self.call(f"{domain}.enable")
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """End the program."""
        self.close()

    def close(self) -> None:
        """End the program and what it started."""
        self._resources.close()
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _address(self, file: Path) -> str:
        """Address of the page's socket, once the browser listens."""
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            if file.exists() and file.read_text().count("\n"):
                port = file.read_text().splitlines()[0]
                with urlopen(f"http://127.0.0.1:{port}/json/list", timeout=TIMEOUT) as answer:
                    pages = [one for one in json.load(answer) if one["type"] == "page"]
                if pages:
                    return str(pages[0]["webSocketDebuggerUrl"])
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError("the browser did not start")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Do one thing of the protocol and give its result."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=TIMEOUT))
            if message.get("id") == self._number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return dict(message["result"])
            self._note(message)

    def _note(self, message: dict[str, Any]) -> None:
        """Keep what a test asks about."""
        method, said = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = said["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and said["type"] in ("error", "assert", "warning"):
            self.errors.append(" ".join(str(part.get("value", part.get("description"))) for part in said["args"]))
        elif method == "Log.entryAdded" and said["entry"]["level"] in ("error", "warning"):
            self.errors.append(said["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(said["request"]["url"])
        elif method == "Page.loadEventFired":
            self._loaded = True

    def resize(self, width: int, height: int, *, is_dark: bool = False, scale: float = 1.0) -> None:
        """Size of the page, and whether its reader likes it dark."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, file: Path, fragment: str = "") -> None:
        """Load a page and wait until it is there."""
        self.errors.clear()
        self.requests.clear()
        self._loaded = False
        # The number makes it another address each time: with a new fragment alone, nothing would be loaded.
        self.call("Page.navigate", url=f"{file.resolve().as_uri()}?{self._number}{fragment}")
        while not self._loaded:
            self._note(json.loads(self._socket.recv(timeout=TIMEOUT)))
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def evaluate(self, script: str) -> Any:
        """Value of an expression in the page, or what a promise comes to."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"]["exception"]["description"])
        return found["result"].get("value")

    def text(self, selector: str) -> str:
        """Visible text of an element."""
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)}).innerText"))

    def click(self, selector: str) -> None:
        """Click in the middle of an element."""
        script = "(e => { e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); "
        script += f"return [r.x + r.width / 2, r.y + r.height / 2]; }})(document.querySelector({json.dumps(selector)}))"
        x, y = self.evaluate(script)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key: str) -> None:
        """Press a key and let it go."""
        code = KEY_CODES[key]
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def screenshot(self, file: Path, *, is_whole: bool = False) -> None:
        """Write a PNG of what is seen, or of the whole page."""
        found = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=is_whole)
        file.write_bytes(base64.b64decode(found["data"]))
