"""A page in Chromium without a window, over the DevTools protocol on a pipe."""

import base64
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome"]


def installed():
    """The path of the browser; None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Failed(Exception):
    """The browser refused a command, or a script on the page threw."""


class Page:
    """A page of a size and a colour scheme, `light` or `dark`."""

    def __init__(self, width, height, scheme="light"):
        commands, self.input = os.pipe()
        self.output, answers = os.pipe()
        self.profile = tempfile.TemporaryDirectory()
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
                 f"--user-data-dir={self.profile.name}", "about:blank"]

        # Chromium reads commands from descriptor 3 and writes answers to 4.
        def connect():
            first, second = os.dup(commands), os.dup(answers)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [installed(), *flags], preexec_fn=connect, close_fds=False, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.numbers = itertools.count(1)
        self.buffer = b""
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        features = [("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]
        self.call("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in features])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        os.close(self.input)
        os.close(self.output)
        shutil.rmtree(self.profile.name, ignore_errors=True)

    def call(self, method, **parameters):
        """Sends a command, and returns its result."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.input, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.buffer:
                part = os.read(self.output, 1 << 20)
                if not part:
                    raise Failed("the browser ended")
                self.buffer += part
            text, self.buffer = self.buffer.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failed(answer["error"]["message"])
                return answer["result"]

    def open(self, address):
        """Opens an address, and waits until it is loaded."""
        self.call("Page.navigate", url=address)
        while self.run("document.readyState") != "complete" or self.run("location.href") == "about:blank":
            time.sleep(0.05)
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def run(self, script):
        """Returns the value of a script, or of its promise."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise Failed(answer["exceptionDetails"]["exception"].get("description", "a script threw"))
        return answer["result"].get("value")

    def picture(self):
        """Returns what the page shows as WebP, which takes half of PNG's space."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="webp", quality=90)["data"])
