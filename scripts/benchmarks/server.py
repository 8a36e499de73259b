"""Measures the server, a bare server with the same responses, and sync in whole processes: see scripts/bench -h."""

import argparse
import contextlib
import json
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "proofs" / "faults"))

from measure import machine
from notes import write_corpus
from processes import Failed, System, wait_until
from report import number

FOLDER = Path(".build/bench")
NOTES = 10_000
BATCH = 100  # notes in a push
WATCHERS, WATCHERS_OF_ONE = 1000, 50


@dataclass
class Measurement:
    """A measurement, that of the bare server, and the target."""

    name: str
    ours: float
    bare: float | None = None
    minimum: float | None = None  # of the share of the bare server
    maximum: float | None = None
    unit: str = ""

    @property
    def share(self):
        return self.ours / self.bare if self.bare else None

    @property
    def misses(self):
        if self.minimum is not None:
            return self.share < self.minimum
        return self.maximum is not None and self.ours > self.maximum

    @property
    def target(self):
        if self.minimum is not None:
            return f"≥ {self.minimum:.0%} of bare"
        return f"≤ {number(self.maximum)} {self.unit}" if self.maximum is not None else ""

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


def cpu(process):
    """Returns the CPU time of a process, in microseconds."""
    if process is None:
        return 0
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1_000_000 / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def bare_server(program, changes, push, folder, journal=False):
    """Runs a server with constant responses; yields its port and process."""
    files = [folder / "changes.json", folder / "push.json"]
    for file, content in zip(files, (changes, push)):
        file.write_bytes(content)
    if journal:
        files.append(folder / "journal")
    process = subprocess.Popen([program, *map(str, files)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        yield int(process.stdout.readline()), process.pid
    finally:
        process.terminate()
        process.wait()


def progress(text):
    print(f"… {text}", file=sys.stderr, flush=True)


def epoch_of(server, signed):
    """Returns the vault's epoch, which the response to a request with another epoch contains."""
    path = f"/v1/vaults/{signed['vault']}/changes?after=0&limit=1&epoch={'0' * 32}"
    _, answer = server.get(path, headers={"Authorization": f"Bearer {signed['token']}"})
    return json.loads(answer)["epoch"]


def throughput(programs, arguments, folder):
    """Measures both servers under load, alternately, so that noise affects both."""
    measurements = []
    with System(programs["notesctl"]) as system:
        server = system.server
        signed = server.sign_in(system.user)
        epoch = epoch_of(server, signed)
        load = Load(programs["load"], signed, epoch, folder)
        filled = load.ask("push", server.port, 10, f"--requests={NOTES // BATCH // 10}")
        progress(f"{NOTES} notes are in the vault ({filled['rate']:.0f} pushes per second)")
        push = json.dumps({"n": 1, "results": [{"s": "applied", "rev": 12345}] * BATCH}).encode()
        head = json.loads(ask(server, signed, epoch, 0, 1))["head"]
        cases = [
            ("nothing new", "read", 0.6, (head, 1)),
            (f"a page of {BATCH} notes", "read", 0.6, (0, BATCH)),
            (f"a push of {BATCH} notes", "push", 0.3, None),
            # Beside a server that writes each push to the disk before it responds.
            (f"a push of {BATCH} notes, bare server syncs to the disk", "push", None, None),
        ]
        for name, kind, minimum, place in cases:
            query = f"--query=epoch={epoch}&after={place[0]}&limit={place[1]}" if place else None
            page = ask(server, signed, epoch, *place) if place else b""
            with bare_server(programs["floor"], page, push, folder, journal=minimum is None) as bare:
                for connections in (1, 32):
                    options = [f"--seconds={arguments.seconds}", *([query] if query else [])]
                    servers = [(server.port, server.process.pid), bare]
                    outcomes = in_turns(load, kind, servers, connections, options, arguments.runs)
                    measurements += compare(name, connections, minimum, *outcomes)
            progress(f"{name}: done")
        measurements.append(Measurement("memory after these loads", server.resident(), maximum=60, unit="MB"))
    return measurements


def ask(server, signed, epoch, after, limit):
    path = f"/v1/vaults/{signed['vault']}/changes?epoch={epoch}&after={after}&limit={limit}"
    status, answer = server.get(path, headers={"Authorization": f"Bearer {signed['token']}"})
    if status != 200:
        raise Failed(f"{path} has status {status}: {answer[:200]}")
    return answer


def in_turns(load, kind, servers, connections, options, runs):
    outcomes = [[], []]
    for _ in range(runs):
        for (port, process), own in zip(servers, outcomes):
            own.append(load.ask(kind, port, connections, *options, process=process))
    return outcomes


def compare(name, connections, minimum, ours, bare):
    def median(outcomes, figure):
        return statistics.median(outcome[figure] for outcome in outcomes)

    label = f"{name}, {connections} connection{'s' if connections > 1 else ''}"
    rate = Measurement(f"{label}, per second", median(ours, "rate"), median(bare, "rate"), minimum=minimum)
    slow = Measurement(f"{label}, 99th percentile", median(ours, "p99"), median(bare, "p99"), unit="ms")
    work = Measurement(f"{label}, CPU of the server per request", median(ours, "cpu"), median(bare, "cpu"), unit="µs")
    return [rate, slow, work]


def watchers(programs):
    """Measures the memory for a thousand devices that watch for changes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 2 * WATCHERS + 100)), hard))
    # One address may have a quarter of the connections.
    with System(programs["notesctl"], flags=("--max-connections", str(5 * WATCHERS))) as system, \
            contextlib.ExitStack() as sockets:
        server, waiting = system.server, []
        before = server.resident()
        for account in range(WATCHERS // WATCHERS_OF_ONE):
            server.add_user(f"watcher{account}")
            signed = server.sign_in(f"watcher{account}")
            epoch = epoch_of(server, signed)
            head = json.loads(ask(server, signed, epoch, 0, 1))["head"]
            line = f"GET /v1/vaults/{signed['vault']}/watch?epoch={epoch}&after={head}&wait=60000 HTTP/1.1\r\n"
            fields = f"Host: localhost\r\nAuthorization: Bearer {signed['token']}\r\n\r\n"
            for _ in range(WATCHERS_OF_ONE):
                watcher = sockets.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                watcher.sendall((line + fields).encode())
                watcher.setblocking(False)
                waiting.append(watcher)
        wait_until(lambda: connections(server) >= WATCHERS, "the watchers")
        time.sleep(1)
        silent = sum(is_silent(watcher) for watcher in waiting)
        if silent < WATCHERS:
            raise Failed(f"only {silent} of {WATCHERS} watchers wait")
        return [Measurement(f"{WATCHERS:,} watching devices, memory", server.resident(), before, maximum=100, unit="MB")]


def is_silent(watcher):
    try:
        watcher.recv(1)
        return False
    except BlockingIOError:
        return True


def connections(server):
    return sum(1 for entry in Path(f"/proc/{server.process.pid}/fd").iterdir() if "socket" in str(entry.readlink()))


def whole_processes(programs, runs):
    """Measures syncs as users run them, with the start of the program."""

    def milliseconds(action):
        start = time.perf_counter()
        action()
        return (time.perf_counter() - start) * 1000

    corpus = write_corpus(NOTES)
    with System(programs["notesctl"], devices=2) as system:
        first, second = system.devices
        first.run("import", str(corpus.resolve()))
        push = milliseconds(first.sync)
        clone = milliseconds(second.sync)
        note = json.loads(first.run("list", "--limit", "1", "--json").output)[0]["id"]
        sent, received, nothing = [], [], []
        for index in range(runs):
            first.run("append", note, f"again {index}")
            sent.append(milliseconds(first.sync))
            received.append(milliseconds(second.sync))
            nothing.append(milliseconds(second.sync))
    return [
        Measurement(f"{NOTES:,} notes sent, whole process", push, maximum=2600, unit="ms"),
        Measurement(f"a fresh clone of {NOTES:,} notes, whole process", clone, maximum=1000, unit="ms"),
        Measurement("one note sent, whole process", statistics.median(sent), maximum=100, unit="ms"),
        Measurement("one note received, whole process", statistics.median(received), maximum=100, unit="ms"),
        Measurement("nothing new, whole process", statistics.median(nothing), maximum=40, unit="ms"),
    ]


def print_measurements(measurements):
    lines = [["measurement", "ours", "bare", "share of bare", "target", ""], *(one.cells for one in measurements)]
    widths = [max(len(line[column]) for line in lines) for column in range(6)]
    for line in lines:
        cells = (cell.rjust(width) if 0 < place < 4 else cell.ljust(width)
                 for place, (cell, width) in enumerate(zip(line, widths)))
        print("  ".join(cells).rstrip())


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench server")
    for name in ("notesctl", "floor", "load"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    programs = {name: str(Path(getattr(arguments, name)).resolve()) for name in ("notesctl", "floor", "load")}
    FOLDER.mkdir(parents=True, exist_ok=True)

    with tempfile.TemporaryDirectory(prefix="notes-bench-") as folder:
        measurements = throughput(programs, arguments, Path(folder))
    measurements += watchers(programs)
    measurements += whole_processes(programs, max(5, 3 * arguments.runs))

    about = {"date": date.today().isoformat(), "runs": arguments.runs, "seconds": arguments.seconds, **machine()}
    rows = [{"figure": f.name, "ours": round(f.ours, 3), "bare": f.bare and round(f.bare, 3), "goal": f.target or None,
             "ok": not f.misses} for f in measurements]
    (FOLDER / "server.json").write_text(json.dumps({**about, "rows": rows}, indent=2, ensure_ascii=False) + "\n")
    print(" · ".join(f"{key} {value}" for key, value in about.items()))
    print("Medians; the bare server reads the same requests and sends the same responses.\n")
    print_measurements(measurements)
    missed = sum(one.misses for one in measurements)
    if arguments.check and missed:
        sys.exit(f"{missed} targets missed")


if __name__ == "__main__":
    main()
