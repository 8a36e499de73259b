"""The processes of a system: a server with its accounts, and devices, each with its own home directory."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import stores

PASSWORD = "correct horse battery staple"
TIMEOUT = 60  # seconds, after which a process is hanging


class Failed(Exception):
    """An invariant does not hold."""


class Hangs(Failed):
    """A process does not end."""


@dataclass
class Ending:
    """The end of a process: a negative status is a signal."""

    status: int
    output: str
    error: str


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(home):
    """Returns an environment without the caller's notes and without interactive programs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NOTESCTL_", "XDG_"))}
    return {**kept, "HOME": str(home), "NOTESCTL_PAGER": "cat", "NO_COLOR": "1", "TERM": "dumb", "TZ": "UTC"}


def wait_until(condition, what, seconds=TIMEOUT):
    """Polls a condition of another process."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Failed(f"waited {seconds} s for {what}")
        time.sleep(0.01)


class Program:
    """The program with its own home directory."""

    def __init__(self, notesctl, home):
        self.notesctl = str(Path(notesctl).resolve())
        self.home = Path(home)
        self.home.mkdir(parents=True, exist_ok=True)
        self.more = {}  # additional variables, such as the editor
        self.options = []  # global options, before the command

    def start(self, *arguments, pipe=True):
        stream = subprocess.PIPE if pipe else subprocess.DEVNULL
        return subprocess.Popen(
            [self.notesctl, *self.options, *arguments], stdin=stream, stdout=stream, stderr=stream, cwd=self.home,
            env={**environment(self.home), **self.more},
        )

    def end(self, process, text=""):
        try:
            output, error = process.communicate(text.encode(), timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Hangs(f"hangs: {' '.join(process.args[1:])}") from None
        return Ending(process.returncode, output.decode(errors="replace"), error.decode(errors="replace"))

    def run(self, *arguments, text="", statuses=(0,)):
        """Runs a command, which must exit with one of the statuses; `None` allows any."""
        ending = self.end(self.start(*arguments), text)
        if statuses is not None and ending.status not in statuses:
            raise Failed(f"notesctl {' '.join(arguments)} exits with {ending.status}: {ending.error.strip()}")
        return ending

    def run_killed(self, after, *arguments, text=""):
        """Runs a command and kills it after a number of seconds."""
        process = self.start(*arguments)
        try:
            process.communicate(text.encode(), timeout=after)
        except subprocess.TimeoutExpired:
            process.kill()
        return self.end(process)


class Device(Program):
    """A device with its own store."""

    def __init__(self, notesctl, home):
        super().__init__(notesctl, home)
        self.store = self.home / ".local/share/notesctl/notes.sqlite"

    def login(self, port, name, password=PASSWORD, statuses=(0,)):
        return self.run("login", f"http://127.0.0.1:{port}", "--name", name, text=password + "\n", statuses=statuses)

    def sync(self, *options, statuses=(0,)):
        return self.run("sync", *options, statuses=statuses)

    def add(self, text):
        return self.run("add", "-", text=text).output.strip()

    def edit(self, note, editor, statuses=(0,)):
        """Edits a note with a command that changes a file."""
        self.more["NOTESCTL_EDITOR"] = editor
        return self.run("edit", note, statuses=statuses)

    def read(self, statement, *values):
        """Reads the store without the program; no rows if the store was not created."""
        return stores.read(self.store, statement, *values)

    def notes(self):
        """Returns the synced fields of all notes, by id."""
        return {
            row[0]: row[1:] for row in self.read(
                "SELECT lower(hex(id)), title, tags, notebook, pinned, archived, trashed, created, modified, body FROM note")
        }

    def bodies(self):
        return {note: values[-1] for note, values in self.notes().items()}

    def name(self):
        """Returns the name of this device in its batches; `None` before its first sync."""
        rows = self.read("SELECT lower(hex(device)) FROM sync_state")
        return rows[0][0] if rows else None

    def summary(self, ending):
        return json.loads(ending.output)


class Server(Program):
    """A server, the accounts in its store, and its log."""

    def __init__(self, notesctl, home, *flags):
        super().__init__(notesctl, home)
        self.store = self.home / "server.sqlite"
        self.log = self.home / "server.log"
        self.port = free_port()
        self.flags = flags
        self.process = None
        self.errors = None  # the file of standard error, if it is not the log

    def operate(self, *arguments, text="", statuses=(0,)):
        """Runs an operator's command on the store."""
        return self.run("server", *arguments, "--store", str(self.store), text=text, statuses=statuses)

    def add_user(self, name, password=PASSWORD):
        return self.operate("user", "add", name, text=password + "\n")

    def serve(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [self.notesctl, *self.options, "serve", "--listen", f"127.0.0.1:{self.port}", "--store", str(self.store),
                 *self.flags],
                stdin=subprocess.DEVNULL, stdout=log, stderr=self.errors or log, cwd=self.home,
                env={**environment(self.home), **self.more},
            )
        wait_until(lambda: self.is_ready() or self.process.poll() is not None, "the server")
        if self.process.poll() is not None:
            raise Failed(f"the server exits with {self.process.returncode}:\n{self.log.read_text(errors='replace')[-2000:]}")
        return self

    def is_ready(self):
        try:
            return self.get("/readyz")[0] == 200
        except OSError:
            return False

    def get(self, path, method="GET", body=None, headers=None, seconds=TIMEOUT):
        """Sends one request on a new connection."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data=body, headers=headers or {}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.read()

    def sign_in(self, name, password=PASSWORD, label="proof"):
        """Signs in without a device. Returns a token and a vault."""
        body = json.dumps({"protocol": 1, "name": name, "password": password, "label": label}).encode()
        status, answer = self.get("/v1/sign-in", "POST", body, {"Content-Type": "application/json"})
        if status != 200:
            raise Failed(f"sign-in fails with {status}: {answer[:200]}")
        return json.loads(answer)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Stops the server and waits for its end."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Failed("the server does not stop on SIGTERM") from None
        return self.process.returncode

    def resident(self):
        """Returns the resident memory of the server in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")) / 1024

    def read(self, statement, *values):
        """Reads the store while the server has it open."""
        database = sqlite3.connect(f"file:{self.store}?mode=ro", uri=True, timeout=30)
        try:
            return database.execute(statement, values).fetchall()
        finally:
            database.close()


class System:
    """A server with one account and signed-in devices, in a temporary folder."""

    def __init__(self, notesctl, devices=0, user="ada", flags=(), folder=None):
        self.temporary = tempfile.TemporaryDirectory(prefix="notes-faults-")
        self.folder = Path(folder or self.temporary.name)
        self.user = user
        self.notesctl = notesctl
        self.server = Server(notesctl, self.folder / "server", *flags)
        self.devices = []
        self.device_count = devices

    def __enter__(self):
        try:
            self.server.add_user(self.user)
            self.server.serve()
            for _ in range(self.device_count):
                self.add_device()
        except BaseException:
            # The block is not entered, so its end does not clean up.
            self.__exit__()
            raise
        return self

    def add_device(self, port=None):
        device = Device(self.notesctl, self.folder / f"device-{len(self.devices)}")
        device.login(port or self.server.port, self.user)
        self.devices.append(device)
        return device

    def __exit__(self, *_):
        if self.server.process and self.server.process.poll() is None:
            self.server.kill()
        self.temporary.cleanup()
