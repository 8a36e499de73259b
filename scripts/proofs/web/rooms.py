"""A store with a front in a browser, for the journeys."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts/site"))

import browser  # noqa: E402

# A window, and the narrowest screen of WCAG (1.4.10 Reflow).
WIDE, NARROW = (1280, 800), (320, 640)


class Room:
    """An empty home with a store, and `notesctl web` on it."""

    def __init__(self, program, chromium):
        self.path = Path(tempfile.mkdtemp(prefix="notesctl-web."))
        self.program, self.chromium = program, chromium
        self.environment = {
            "HOME": str(self.path), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TZ": "UTC",
            "NOTESCTL_DATA_DIR": str(self.path / "data"), "NOTESCTL_PAGER": "cat",
        }  # fmt: skip
        self.server = None
        self.host = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        if self.host:
            self.host.kill()
            self.host.wait()
            self.host.stderr.close()
        shutil.rmtree(self.path)

    def run(self, *arguments, text=None, **variables):
        """Runs the program in a terminal beside the browser. Returns its output."""
        done = subprocess.run([self.program, *arguments], env=self.environment | variables, input=text,
                              capture_output=True, text=True)
        assert done.returncode == 0, f"notesctl {' '.join(arguments)}: {done.stderr}"
        return done.stdout

    def add(self, title, text, *options):
        """Adds a note in the terminal. Returns its id."""
        return re.search(r"[0-9a-f]{8}-[0-9a-f-]{27}", self.run("add", "--title", title, *options, "-", text=text))[0]

    def edit(self, note, before, after):
        """Replaces a text of a note in the terminal."""
        script = self.path / "editor"
        script.write_text(f"#!/bin/sh\nsed -i 's/{before}/{after}/' \"$1\"\n")
        script.chmod(0o700)
        self.run("edit", note, NOTESCTL_EDITOR=str(script))

    def serve(self):
        """Starts the front, and returns the address that it prints."""
        self.server = subprocess.Popen(
            [self.program, "web", "--no-open", "--listen", "127.0.0.1:0"], env=self.environment,
            stdout=subprocess.PIPE, text=True)
        address = self.server.stdout.readline().strip()
        self.base = address.partition("/?")[0]
        return address

    def start_server(self, account, password):
        """Starts a server with an account for devices. Returns its address."""
        secret, folder = self.path / "password", str(self.path / "host")
        secret.touch(0o600)
        secret.write_text(password + "\n")
        self.run("--data-dir", folder, "server", "user", "add", account, "--password-file", str(secret))
        self.host = subprocess.Popen(
            [self.program, "--data-dir", folder, "serve", "--listen", "127.0.0.1:0", "--log-level", "error"],
            env=self.environment, stderr=subprocess.PIPE, text=True)
        return self.host.stderr.readline().strip().removeprefix("listening on ")

    def stop(self):
        """Kills the front, as a crash would."""
        if self.server:
            self.server.kill()
            self.server.wait()
            self.server.stdout.close()
            self.server = None

    def page(self, size=WIDE, scheme="light", scripts=True):
        """Opens the front in a page with the list of notes."""
        page = browser.Page(*size, scheme, self.chromium, scripts)
        page.open(self.serve())
        page.wait("location.search == '' && document.querySelector('main h1').textContent == 'Notes'")
        return page

    @staticmethod
    def menu(page):
        """Opens the menu with the places, which is at the side of a wide page."""
        page.click(".menu")
