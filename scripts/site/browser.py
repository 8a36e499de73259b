"""Pages in Chromium without a window, over the DevTools protocol on a pipe."""

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome"]
# The keys of keyboards that have names instead of characters, with their codes.
KEYS = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38, "Backspace": 8, "End": 35, "Home": 36}
# The seconds within which the browser answers every command.
PATIENCE = 20
MODIFIERS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-extensions",
         "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe"]


def installed():
    """The path of the browser; None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Failed(Exception):
    """The browser refused a command, a script on the page threw, or a condition did not come true."""


class Browser:
    """A process of Chromium with a profile of its own."""

    def __init__(self):
        commands, self.input = os.pipe()
        self.output, answers = os.pipe()
        self.profile = tempfile.TemporaryDirectory()
        flags = [*FLAGS, f"--user-data-dir={self.profile.name}", "about:blank"]

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
        # The functions that receive the events of the pages, by session.
        self.listeners = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        os.close(self.input)
        os.close(self.output)
        shutil.rmtree(self.profile.name, ignore_errors=True)

    def send(self, method, session=None, **parameters):
        """Sends a command without waiting. Returns its number."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.input, json.dumps(message).encode() + b"\0")
        return number

    def call(self, method, session=None, **parameters):
        """Sends a command, and returns its result."""
        number = self.send(method, session, **parameters)
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.receive(max(0, deadline - time.monotonic()))
            if answer is None:
                raise Failed(f"{method}: no answer in {PATIENCE} s")
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failed(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def receive(self, seconds):
        """Returns the next message, after giving an event to its page; None if none comes in time."""
        while b"\0" not in self.buffer:
            if not select.select([self.output], [], [], seconds)[0]:
                return None
            part = os.read(self.output, 1 << 20)
            if not part:
                raise Failed("the browser ended")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        answer = json.loads(text)
        if "method" in answer:
            self.listeners.get(answer.get("sessionId"), lambda _: None)(answer)
        return answer


class Page:
    """A page of a size and a colour scheme, `light` or `dark`, with cookies and drafts of its own, or with those of a page that it
    is beside, in another tab."""

    def __init__(self, width, height, scheme="light", browser=None, scripts=True, beside=None):
        self.beside = beside
        browser = beside.browser if beside else browser
        self.owned = None if browser else Browser()
        self.browser = browser or self.owned
        # Errors on the console, and violations of the content security policy.
        self.problems = []
        self.scripts = scripts
        # The loading of the document that is shown.
        self.loader = None
        self.session = None
        self.context = beside.context if beside else self.call("Target.createBrowserContext")["browserContextId"]
        # In a window of its own: what another tab hides is not drawn.
        self.target = self.call(
            "Target.createTarget", url="about:blank", browserContextId=self.context, newWindow=True)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        self.browser.listeners[self.session] = self.received
        for domain in ["Page", "Runtime", "Log", "Audits"]:
            self.call(f"{domain}.enable")
        self.resize(width, height)
        self.show(scheme)
        if not scripts:
            self.call("Emulation.setScriptExecutionDisabled", value=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.owned:
            self.owned.__exit__()
        elif self.beside:
            del self.browser.listeners[self.session]
            self.browser.call("Target.closeTarget", targetId=self.target)
        else:
            del self.browser.listeners[self.session]
            # Chromium answers late when a connection of the page ends at the same time.
            self.browser.send("Target.disposeBrowserContext", browserContextId=self.context)

    def call(self, method, **parameters):
        """Sends a command to the page, and returns its result."""
        return self.browser.call(method, self.session, **parameters)

    def received(self, event):
        """Notes which document is shown, and collects what the page reports as wrong."""
        parameters = event["params"]
        match event["method"]:
            case "Page.frameNavigated" if "parentId" not in parameters["frame"]:
                self.loader = parameters["frame"]["loaderId"]
            case "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                self.problems.append(details.get("exception", {}).get("description", details["text"]))
            case "Runtime.consoleAPICalled" if parameters["type"] in ("error", "warning", "assert"):
                self.problems.append(" ".join(str(value.get("value")) for value in parameters["args"]))
            case "Log.entryAdded" if parameters["entry"]["level"] in ("error", "warning"):
                entry = parameters["entry"]
                self.problems.append(f"{entry['text']} {entry.get('url', '')}".strip())
            case "Audits.issueAdded" if parameters["issue"]["code"] == "ContentSecurityPolicyIssue":
                self.problems.append(json.dumps(parameters["issue"]["details"]))

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def show(self, scheme, medium=""):
        """Shows the page in a colour scheme, and on a medium such as `print`."""
        features = [("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]
        self.call("Emulation.setEmulatedMedia", media=medium,
                  features=[{"name": name, "value": value} for name, value in features])

    def open(self, address):
        """Opens an address, and waits until it is loaded."""
        loader = self.call("Page.navigate", url=address).get("loaderId", self.loader)
        deadline = time.monotonic() + PATIENCE
        # Until then, this is still the page before.
        while self.loader != loader:
            if time.monotonic() > deadline:
                raise Failed(f"{address} does not open")
            self.browser.receive(0.02)
        drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
        self.wait(drawn if self.scripts else "true")

    def run(self, script):
        """Returns the value of a script, or of its promise."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise Failed(answer["exceptionDetails"]["exception"].get("description", "a script threw"))
        return answer["result"].get("value")

    def wait(self, condition, seconds=10):
        """Waits until a page is loaded, this or one that replaces it, and a condition is true. Returns its value."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                value = self.run(f"document.readyState == 'complete' && ({condition})")
                if value not in (None, False, 0, ""):
                    return value
            except Failed:  # the page is being replaced
                if time.monotonic() > deadline:
                    raise
            if time.monotonic() > deadline:
                where, text = self.run("location.href"), self.run("document.body.innerText")
                raise Failed(f"not true in {seconds} s: {condition}\nat {where}:\n{text}\nproblems: {self.problems}")
            self.browser.receive(0.02)

    def click(self, selector):
        """Clicks the middle of an element, as far as nothing covers it."""
        place = self.wait(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            if (!element) return null;
            element.scrollIntoView({{ block: 'nearest' }});
            const box = element.getClientRects()[0];
            if (!box) return null;
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const top = document.elementFromPoint(x, y);
            return top && (element.contains(top) || top.contains(element)) ? {{ x, y }} : null;
        }})()""")
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)

    def press(self, key, *modifiers):
        """Presses a key, such as `j`, `Enter` or `s` with `Control`."""
        # The codes of other signs differ between keyboards, and are those of other keys.
        code = KEYS.get(key) or (ord(key.upper()) if key.isalnum() and key.isascii() else 0)
        text = "\r" if key == "Enter" else key if len(key) == 1 else ""
        event = {"key": key, "windowsVirtualKeyCode": code, "modifiers": sum(MODIFIERS[each] for each in modifiers)}
        typed = {} if modifiers or not text else {"text": text}
        self.call("Input.dispatchKeyEvent", type="keyDown" if typed else "rawKeyDown", **event, **typed)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def type(self, text):
        """Types a text key by key."""
        for character in text:
            self.press("Enter" if character == "\n" else character)

    def upload(self, selector, *paths):
        """Chooses files in a field."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[str(path) for path in paths])

    def picture(self, form="webp", quality=90):
        """Returns what the page shows, by default as WebP, which takes half of PNG's space."""
        options = {} if form == "png" else {"quality": quality}
        return base64.b64decode(self.call("Page.captureScreenshot", format=form, **options)["data"])
