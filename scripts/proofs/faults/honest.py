"""The honest part of a server's load, measured: devices, users, a monitor, and a reader of the log."""

import base64
import contextlib
import json
import os
import threading
import time

from clients import Connection, batch, epoch_of, head, random_id, request
from people import Person
from processes import TIMEOUT, Failed, Hangs

MEGABYTE = 1_000_000
INTERVAL = 0.05  # seconds between two requests of a client
PAUSE = 0.2  # seconds between two requests of the monitor, and between two steps of a user


class Samples:
    """Values with their times, which several threads add."""

    def __init__(self):
        self.values = []

    def add(self, start, value):
        self.values.append((start, value))

    def between(self, start, end):
        return sorted(value for time, value in self.values if start <= time < end)


def repeat(interval, action, stopped):
    """Calls a function at fixed times with the time at which it was due.

    A call that takes long delays the next ones, which are made up for. They are late from the time at which they were due,
    so that one long wait counts as the many requests that it affects.
    """
    due = time.monotonic()
    while not stopped.wait(max(0, due - time.monotonic())) or due < time.monotonic():
        action(due)
        due += interval


class Service:
    """Threads that run until the end of a block, which raises the first error of any."""

    def __init__(self, *loops):
        self.stopped = threading.Event()
        self.errors = []
        self.threads = [threading.Thread(target=self.run, args=(loop,), daemon=True) for loop in loops]

    def run(self, loop):
        try:
            loop(self.stopped)
        except Exception as error:
            self.errors.append(error)

    def __enter__(self):
        for thread in self.threads:
            thread.start()

    def __exit__(self, kind, *_):
        self.stopped.set()
        for thread in self.threads:
            thread.join(2 * TIMEOUT)
        if self.errors and kind is None:
            raise self.errors[0]


class Client:
    """A device in a few lines: it pushes a note and pulls the changes of its vault in turns, at a fixed rate."""

    def __init__(self, server, signed, latencies, failures):
        self.port = server.port
        self.path, self.token = f"/v1/vaults/{signed['vault']}", signed["token"]
        self.latencies, self.failures = latencies, failures
        self.connection = Connection(self.port)
        self.epoch = epoch_of(self.connection, signed)
        self.device, self.number = os.urandom(16).hex(), 1
        self.note, self.text, self.revision = random_id(), None, 0  # as last acknowledged
        self.cursor, self.turn = 0, 0

    def run(self, stopped):
        repeat(INTERVAL, self.act, stopped)

    def act(self, due):
        self.turn += 1
        try:
            self.push() if self.turn % 2 else self.pull()
        except OSError as error:
            # The next push sends the same batch again.
            self.failures.add(due, repr(error))
            self.connection = None
        self.latencies.add(due, (time.monotonic() - due) * 1000)

    def push(self):
        text = f"{self.note} {self.number}"
        change = {"base": self.revision, "data": encoded(text), "id": self.note, "op": "put"}
        body = batch(json.dumps(change).encode(), self.epoch, self.device, self.number)
        (result,) = self.ask(head(f"POST {self.path}/push", self.token, len(body)), body)["results"]
        if result["s"] != "applied":
            raise Failed(f"an honest change is not applied: {result}")
        self.text, self.revision = text, result["rev"]
        self.number += 1

    def pull(self):
        page = self.ask(request(f"GET {self.path}/changes?after={self.cursor}&limit=100&epoch={self.epoch}", self.token))
        for item in page["changes"]:
            if item["id"] == self.note and item["rev"] == self.revision and item["data"] != encoded(self.text):
                raise Failed(f"lost: the acknowledged change {self.revision} of an honest client")
            self.cursor = item["rev"]
        if self.cursor < self.revision:
            raise Failed(f"lost: the head is {self.cursor}, and {self.revision} was acknowledged")

    def check(self):
        """Checks that the server has what it acknowledged to this client."""
        self.cursor = 0
        self.pull()

    def ask(self, *parts):
        if self.connection is None:
            self.connection = Connection(self.port)
        status, answer = self.connection.ask(*parts)
        if status != 200:
            raise ConnectionError(f"status {status}: {answer[:100].decode(errors='replace')}")
        return json.loads(answer)


def encoded(text):
    return base64.b64encode(text.encode()).decode()


class Users:
    """Users who edit and sync two devices."""

    def __init__(self, devices, ledger, dice, failures):
        self.people = [Person(device, ledger, dice) for device in devices]
        self.failures = failures

    def run(self, stopped):
        while not stopped.wait(PAUSE):
            for person in self.people:
                person.act()
                start = time.monotonic()
                try:
                    ends = person.sync(is_killed=False)
                except Hangs:
                    ends = False
                if not ends:
                    self.failures.add(start, "a sync")


class Monitor:
    """Requests /healthz on new connections, and measures the server's memory and files."""

    def __init__(self, server):
        self.server = server
        self.health, self.memory, self.store = Samples(), Samples(), Samples()

    def watch(self, stopped):
        repeat(PAUSE, self.probe, stopped)

    def measure(self, stopped):
        def sample(due):
            self.memory.add(due, self.server.resident())
            self.store.add(due, size_of(self.server) / MEGABYTE)

        repeat(PAUSE / 2, sample, stopped)

    def probe(self, due):
        with contextlib.suppress(OSError), Connection(self.server.port) as connection:
            connection.ask(request("GET /healthz"))
        # The time until an error counts as well: the connection has a timeout.
        self.health.add(due, (time.monotonic() - due) * 1000)


def size_of(server):
    """Returns the bytes of a server's store with its log."""
    files = [server.store, server.store.with_name(server.store.name + "-wal")]
    return sum(file.stat().st_size for file in files if file.exists())


class Log:
    """A pipe for the server's standard error, which is read into a file, or not read at all for a while."""

    def __init__(self):
        self.exit, self.entrance = os.pipe()
        self.size = 0
        self.tail = b""
        self.reads = threading.Event()
        self.reads.set()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while data := os.read(self.exit, 1 << 16):
            self.size += len(data)
            self.tail = (self.tail + data)[-4000:]
            self.reads.wait()

    @contextlib.contextmanager
    def unread(self):
        self.reads.clear()
        try:
            yield
        finally:
            self.reads.set()
