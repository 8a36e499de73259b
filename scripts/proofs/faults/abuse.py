"""Malicious accounts and a stranger with four addresses, beside honest devices, which must not notice them.

The attacks of attacks.py follow each other. Meanwhile two devices with users sync, two clients push and pull a note at a
fixed rate, and a monitor requests /healthz on new connections. The bound of a request is relative to a quiet run before.
"""

import contextlib
import json
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass
from pathlib import Path

from attacks import ATTACKS, BLOBS
from clients import Connection, batch, epoch_of, head, random_id
from honest import MEGABYTE, Client, Log, Monitor, Samples, Service, Users, encoded
from judge import Ledger, check_all
from processes import TIMEOUT, Failed, System, wait_until

QUOTA = 24 * MEGABYTE
FLAGS = ("--max-vault-bytes", str(QUOTA), "--max-notes", "10000")


@dataclass
class Figures:
    """What is measured during an attack, in milliseconds and megabytes; or its bounds."""

    latency: float  # the 99th percentile of honest requests
    health: float  # the longest time of /healthz on a new connection
    memory: float
    store: float  # the growth since the quiet run, with SQLite's log
    failures: int  # honest requests and syncs without success

    TITLES = ("p99 ms", "healthz ms", "memory MB", "store MB", "failures")


def bounds(quiet, is_short):
    """Returns the bounds, given the figures without an attack.

    A short run is one of all tests: it may take a debug build, and share its cores with others. It finds requests that hang,
    and growth without bound. SQLite's log has the size of the largest batches.
    """
    if is_short:
        return Figures(latency=5000, health=5000, memory=400, store=QUOTA / MEGABYTE + 64, failures=20)
    # Less than 20 ms say more about the machine's scheduler than about the server.
    return Figures(latency=5 * max(quiet.latency, 20), health=500, memory=150, store=QUOTA / MEGABYTE + 32, failures=0)


LOG = 10  # megabytes by which the log may grow
PASSWORD = 135  # megabytes that the hash of a password takes, of which the server computes one at a time


class Malice:
    """The malicious accounts: the devices of the first, its vault, which is half full, and two accomplices."""

    NAMES = ("eve", "mal", "mia")

    def __init__(self, server, devices):
        self.server = server
        self.signed = [server.sign_in("eve", label=f"{number}") for number in range(devices)]
        self.accounts = [self.signed[0], *(server.sign_in(name) for name in self.NAMES[1:])]
        with Connection(server.port) as connection:
            self.epoch = epoch_of(connection, self.signed[0])

    def fill(self):
        """Sends an item of 8 MB, notes of 4 MB, and the small attachments that others refer to."""
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(self.send_blobs, range(4)))
        with Connection(self.server.port, seconds=TIMEOUT) as connection:
            device = random_id().replace("-", "")
            for number in range(1, 6):
                sizes = [8_000_000] if number == 1 else [100_000] * 10
                notes = [{"base": 0, "data": encoded("x" * size), "id": random_id(), "op": "put"} for size in sizes]
                body = batch(json.dumps(notes).encode()[1:-1], self.epoch, device, number)
                self.ask(connection, head(f"POST {self.path}/push", self.token, len(body)), body)

    def send_blobs(self, part):
        with Connection(self.server.port, seconds=TIMEOUT) as connection:
            for number in range(part, len(BLOBS), 4):
                field = "Content-Range: bytes 0-4/5"
                line = f"PUT {self.path}/blobs/{BLOBS[number]}"
                self.ask(connection, head(line, self.token, 5, field), b"%05d" % number)

    def ask(self, connection, *parts):
        status, answer = connection.ask(*parts)
        if status not in (200, 201):
            raise Failed(f"the vault cannot be filled: {status} {answer[:200]}")

    def remove(self, seconds):
        """Has the operator remove the accounts with all that they stored. Takes the time of an attack at least."""
        start = time.monotonic()
        for name in self.NAMES:
            self.server.operate("user", "remove", name, "--force")
        time.sleep(max(0, start + seconds - time.monotonic()))

    @property
    def path(self):
        return f"/v1/vaults/{self.signed[0]['vault']}"

    @property
    def token(self):
        return self.signed[0]["token"]

    def finds_epoch(self):
        """Requests the epoch. Returns `False` while the account's own requests, which were cut off, still use up its budgets."""
        try:
            with Connection(self.server.port, seconds=TIMEOUT) as connection:
                self.epoch = epoch_of(connection, self.signed[0])
            return True
        except (KeyError, OSError):
            return False

    def attack(self, name, seconds):
        """Runs an attack in a process of its own. Returns the statuses of the responses."""
        # The vault begins another one when it has forgotten devices.
        wait_until(self.finds_epoch, "the epoch of the malicious account")
        target = {
            "port": self.server.port, "epoch": self.epoch, "signed": self.signed, "accounts": self.accounts,
            "seconds": seconds}
        program = Path(__file__).with_name("attacks.py")
        ending = subprocess.run(
            [sys.executable, "-B", str(program), name], input=json.dumps(target), capture_output=True, text=True,
            timeout=seconds + TIMEOUT)
        if ending.returncode:
            raise Failed(f"the attack {name} failed: {ending.stderr}")
        return json.loads(ending.stdout)


class Scene:
    """A server with honest devices and the malicious account, and what is measured."""

    def __init__(self, system, seed, devices):
        self.server = server = system.server
        for name in ("bob", *Malice.NAMES):
            server.add_user(name)
        self.latencies, self.failures = Samples(), Samples()
        self.eve, self.monitor = Malice(server, devices), Monitor(server)
        self.clients = [
            Client(server, server.sign_in("bob"), self.latencies, self.failures) for _ in range(min(2, devices))]
        self.ledger = Ledger()
        self.users = Users(system.devices, self.ledger, random.Random(seed), self.failures)
        self.spans = []

    def service(self):
        return Service(self.monitor.watch, self.monitor.measure, self.users.run, *(client.run for client in self.clients))

    def span(self, name, action):
        """Records the time of an action, which returns the statuses of responses."""
        start = time.monotonic()
        statuses = action() or {}
        self.spans.append((name, start, time.monotonic(), statuses))

    def sign_in(self, stopped, after):
        """Signs in as an honest user does, some seconds after an attack began: until it succeeds, or the attack ends."""
        stopped.wait(after)
        start = time.monotonic()
        while True:
            try:
                return self.server.sign_in("bob", label="late")
            except (Failed, OSError):
                if stopped.wait(1):
                    return self.failures.add(start, "a sign-in")

    def figures(self, name, start, end):
        latencies, monitor = self.latencies.between(start, end), self.monitor
        return Figures(
            latency=latencies[int(len(latencies) * 0.99)], health=max(monitor.health.between(start, end)),
            memory=max(monitor.memory.between(start, end)) - (PASSWORD if name == "guesses" else 0),
            store=max(monitor.store.between(start, end)) - monitor.store.values[0][1],
            failures=len(self.failures.between(start, end)))

    def report(self, is_short):
        """Prints a table of all figures. Returns descriptions of those that exceed their bounds."""
        found = [(name, self.figures(name, start, end), statuses) for name, start, end, statuses in self.spans]
        limits = bounds(found[0][1], is_short)
        lines = [["attack", *Figures.TITLES, "responses"], ["at most", *(f"{value:.0f}" for value in astuple(limits)), ""]]
        excesses = []
        for name, figures, statuses in found:
            cells = []
            for title, value, limit in zip(Figures.TITLES, astuple(figures), astuple(limits)):
                cells.append(f"{value:.0f}" + "*" * (value > limit))
                if value > limit:
                    excesses.append(f"{name}: {title} {value:.0f}")
            lines.append([name, *cells, " ".join(f"{status}×{times}" for status, times in sorted(statuses.items()))])
        widths = [max(len(line[column]) for line in lines) for column in range(6)]
        for first, *cells, last in lines:
            print("  ".join([first.ljust(widths[0]), *(c.rjust(w) for c, w in zip(cells, widths[1:])), last]).rstrip())
        return excesses


def run(notesctl, seconds, options):
    """Runs each attack for a number of seconds."""
    log = Log()
    system = System(notesctl, devices=2, flags=FLAGS)
    system.server.errors = log.entrance
    with system:
        # Signing in takes a second in a debug build.
        scene = Scene(system, options.seed, devices=1 if options.short else 4)
        with scene.service():
            scene.span("(quiet)", lambda: time.sleep(2 * seconds))
            written = log.size
            scene.eve.fill()
            for name in ATTACKS:
                with contextlib.ExitStack() as stack:
                    if name == "noise":
                        stack.enter_context(log.unread())
                    if name in ("strangers", "crowd", "guesses"):
                        stack.enter_context(Service(lambda stopped: scene.sign_in(stopped, after=seconds / 3)))
                    scene.span(name, lambda: scene.eve.attack(name, seconds))
                # The server may still have requests in hand, which would count for the next attack.
                time.sleep(seconds / 20)
            scene.span("(removal)", lambda: scene.eve.remove(seconds))
        written = (log.size - written) / MEGABYTE
        excesses = scene.report(options.short)
        if written > LOG:
            excesses.append(f"the log grew by {written:.1f} MB")
        summary = check_all(scene.server, system.devices, scene.ledger)
        for client in scene.clients:
            client.check()
    if excesses and not options.unbounded:
        raise Failed("; ".join(excesses))
    return f"{len(ATTACKS)} attacks, log {written:.1f} MB; {summary}"
