"""The load on a server, its watchers, and the table of what they cost."""

import json
import os
import resource
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "proofs" / "faults"))

from processes import Failed, wait_until
from report import number

BATCH = 100  # notes in a push
WATCHERS_OF_ONE = 50  # account


@dataclass
class Measurement:
    """A measurement, the same of something beside it, such as a bare server, and the target."""

    name: str
    ours: float
    bare: float | None = None
    minimum: float | None = None  # of the share of the other
    maximum_share: float | None = None
    maximum: float | None = None
    unit: str = ""

    @property
    def share(self):
        return self.ours / self.bare if self.bare else None

    @property
    def misses(self):
        if self.minimum is not None:
            return self.share < self.minimum
        if self.maximum_share is not None:
            return self.share > self.maximum_share
        return self.maximum is not None and self.ours > self.maximum

    @property
    def target(self):
        if self.minimum is not None:
            return f"≥ {self.minimum:.0%} of bare"
        if self.maximum_share is not None:
            return f"≤ {self.maximum_share:.0%}"
        return f"≤ {number(self.maximum)} {self.unit}" if self.maximum is not None else ""

    @property
    def record(self):
        """For the JSON file."""
        return {"figure": self.name, "ours": round(self.ours, 3), "bare": self.bare and round(self.bare, 3),
                "goal": self.target or None, "ok": not self.misses}

    @property
    def cells(self):
        bare = number(self.bare) if self.bare is not None else ""
        share = f"{self.share:.0%}" if self.bare else ""
        verdict = "" if not self.target else "missed" if self.misses else "ok"
        return [self.name, f"{number(self.ours)} {self.unit}".strip(), bare, share, self.target, verdict]


class Load:
    """The load generator, for either of the two servers."""

    def __init__(self, program, signed, epoch, folder):
        self.program = program
        self.signed = signed
        self.epoch = epoch
        self.devices = 1
        self.file = folder / "authorization"
        self.file.touch(mode=0o600)
        self.file.write_text(f"Bearer {signed['token']}\n")

    def ask(self, kind, port, connections, *options, process=None):
        if kind == "push":
            options = [f"--notes={BATCH}", f"--epoch={self.epoch}", f"--first-device={self.devices}", *options]
            self.devices += connections
        before = cpu(process)
        result = subprocess.run(
            [self.program, kind, f"--port={port}", f"--vault={self.signed['vault']}", f"--connections={connections}",
             f"--authorization-file={self.file}", *options],
            capture_output=True, text=True, check=False)
        if result.returncode:
            raise Failed(f"the load generator exits with {result.returncode}: {result.stderr}")
        outcome = json.loads(result.stdout)
        if outcome["failures"]:
            raise Failed(f"{outcome['failures']} requests failed, first with {outcome['failure']}")
        outcome["cpu"] = (cpu(process) - before) / outcome["answered"]
        return outcome


def cpu(process, with_ended_children=False):
    """Returns the CPU time of a process, in microseconds."""
    if process is None:
        return 0
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:15 if with_ended_children else 13])) * 1_000_000 / os.sysconf("SC_CLK_TCK")


def progress(text):
    print(f"… {text}", file=sys.stderr, flush=True)


def epoch_of(server, signed):
    """Returns the vault's epoch, which the response to a request with another epoch contains."""
    path = f"/v1/vaults/{signed['vault']}/changes?after=0&limit=1&epoch={'0' * 32}"
    _, answer = server.get(path, headers={"Authorization": f"Bearer {signed['token']}"})
    return json.loads(answer)["epoch"]


def ask(server, signed, epoch, after, limit):
    path = f"/v1/vaults/{signed['vault']}/changes?epoch={epoch}&after={after}&limit={limit}"
    status, answer = server.get(path, headers={"Authorization": f"Bearer {signed['token']}"})
    if status != 200:
        raise Failed(f"{path} has status {status}: {answer[:200]}")
    return answer


@dataclass
class Watcher:
    """A device that will watch its vault for changes, and the request with which it does."""

    port: int
    request: bytes

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port))
        connection.sendall(self.request)
        connection.setblocking(False)
        return connection


def watchers_of(server, count):
    """Returns devices that have not connected yet, with a new account for each fifty."""
    watchers = []
    for account in range(count // WATCHERS_OF_ONE):
        name = f"watcher{server.port}x{account}"
        server.add_user(name)
        signed = server.sign_in(name)
        epoch = epoch_of(server, signed)
        head = json.loads(ask(server, signed, epoch, 0, 1))["head"]
        line = f"GET /v1/vaults/{signed['vault']}/watch?epoch={epoch}&after={head}&wait=60000 HTTP/1.1\r\n"
        fields = f"Host: localhost\r\nAuthorization: Bearer {signed['token']}\r\n\r\n"
        watchers += [Watcher(server.port, (line + fields).encode())] * WATCHERS_OF_ONE
    return watchers


def connect(watchers, servers, sockets):
    """Connects devices, and returns when all of them wait for a change."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 2 * len(watchers) + 100)), hard))
    waiting = [sockets.enter_context(watcher.connect()) for watcher in watchers]
    wait_until(lambda: sum(map(connections, servers)) >= len(watchers), "the watchers")
    time.sleep(1)
    silent = sum(is_silent(connection) for connection in waiting)
    if silent < len(waiting):
        raise Failed(f"only {silent} of {len(waiting)} watchers wait")


def is_silent(watcher):
    try:
        watcher.recv(1)
        return False
    except BlockingIOError:
        return True


def connections(server):
    return sum(1 for entry in Path(f"/proc/{server.process.pid}/fd").iterdir() if "socket" in str(entry.readlink()))


def print_measurements(measurements, beside="bare"):
    """Prints a table of the measurements beside those of another program."""
    lines = [["measurement", "ours", beside, f"share of {beside}", "target", ""], *(one.cells for one in measurements)]
    widths = [max(len(line[column]) for line in lines) for column in range(6)]
    for line in lines:
        cells = (cell.rjust(width) if 0 < place < 4 else cell.ljust(width)
                 for place, (cell, width) in enumerate(zip(line, widths)))
        print("  ".join(cells).rstrip())
