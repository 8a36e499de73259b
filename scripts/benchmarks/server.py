"""Measures the server, a bare server with the same responses, and sync in whole processes: see scripts/bench -h."""

import argparse
import contextlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "proofs" / "faults"))

from loads import BATCH, Load, Measurement, ask, connect, epoch_of, print_measurements, progress, watchers_of
from measure import machine
from notes import write_corpus
from processes import System

FOLDER = Path(".build/bench")
NOTES = 10_000
WATCHERS = 1000


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
    # One address may have a quarter of the connections.
    with System(programs["notesctl"], flags=("--max-connections", str(5 * WATCHERS))) as system, \
            contextlib.ExitStack() as sockets:
        devices = watchers_of(system.server, WATCHERS)
        before = system.server.resident()
        connect(devices, [system.server], sockets)
        memory = system.server.resident()
    return [Measurement(f"{WATCHERS:,} watching devices, memory", memory, before, maximum=100, unit="MB")]


def whole_processes(programs, runs):
    """Measures syncs as users run them, with the start of the program; of encrypted notes, beside plain ones."""
    limits = {
        f"{NOTES:,} notes sent": 2600, f"a fresh clone of {NOTES:,} notes": 1000, "one note sent": 100,
        "one note received": 100, "nothing new": 40,
    }
    plain, encrypted = (syncs(programs, runs, is_encrypted) for is_encrypted in (False, True))
    rows = [Measurement(f"{name}, whole process", plain[name], maximum=limit, unit="ms") for name, limit in limits.items()]
    return rows + [
        # The others differ by less than their noise.
        Measurement(f"{name}, encrypted, beside plain", encrypted[name], plain[name], unit="ms",
                    maximum_share=1.3 if str(NOTES) in name.replace(",", "") else None)
        for name in limits
    ]


def syncs(programs, runs, is_encrypted):
    """Returns the times of syncs in milliseconds, by name."""

    def milliseconds(action):
        start = time.perf_counter()
        action()
        return (time.perf_counter() - start) * 1000

    corpus = write_corpus(NOTES) / "linked"
    with System(programs["notesctl"], devices=2) as system:
        first, second = system.devices
        if is_encrypted:
            for device, command in ((first, "enable"), (second, "unlock")):
                device.run("encryption", command, "--passphrase-file", "-", text="the passphrase of a benchmark\n")
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
    return {
        f"{NOTES:,} notes sent": push, f"a fresh clone of {NOTES:,} notes": clone, "one note sent": statistics.median(sent),
        "one note received": statistics.median(received), "nothing new": statistics.median(nothing),
    }


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench server")
    for name in ("notesctl", "floor", "load"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    # Each connection of a push is a device, and a vault has receipts for 256.
    parser.add_argument("--runs", type=int, default=3, choices=[1, 2, 3])
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
    rows = [one.record for one in measurements]
    (FOLDER / "server.json").write_text(json.dumps({**about, "rows": rows}, indent=2, ensure_ascii=False) + "\n")
    print(" · ".join(f"{key} {value}" for key, value in about.items()))
    print("Medians; the bare server reads the same requests and sends the same responses.\n")
    print_measurements(measurements)
    missed = sum(one.misses for one in measurements)
    if arguments.check and missed:
        sys.exit(f"{missed} targets missed")


if __name__ == "__main__":
    main()
