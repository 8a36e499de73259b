"""Measures a folder and the notes that are kept in step: see scripts/bench -h."""

import argparse
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time

from live import SECONDS
from measure import run
from notes import FOLDER, progress, write_corpus
from report import Limit, Row, publish

CHANGES = 10
TIMEOUT = 30


def wait_until(condition, what):
    """Waits until a condition holds, and returns the time."""
    end = time.perf_counter() + TIMEOUT
    while time.perf_counter() < end:
        if condition():
            return time.perf_counter()
        time.sleep(0.005)
    sys.exit(f"{what} did not happen within {TIMEOUT} seconds.")


class Mirror:
    """The program that keeps a folder and a store in step."""

    def __init__(self, notesctl, folder, log):
        self.log = log
        with log.open("w") as file:
            self.process = subprocess.Popen([*notesctl, "mirror", str(folder)], stdout=file, stderr=file)

    def __enter__(self):
        self.started = wait_until(lambda: "Ctrl-C" in self.log.read_text(), "the first round")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def idle(self):
        """The percentage of a processor that it uses while nothing happens."""
        # clock_getcpuclockid(3), which Python lacks. /proc has hundredths of a second.
        clock = (~self.process.pid << 3) | 2
        before = time.clock_gettime_ns(clock)
        time.sleep(2 * SECONDS)
        return (time.clock_gettime_ns(clock) - before) / 1e9 / (2 * SECONDS) * 100

    def memory(self):
        """The most resident memory so far, in megabytes."""
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            return int(next(line for line in status if line.startswith("VmHWM")).split()[1]) * 1024 / 1e6


def measure(program, count):
    folder, data = FOLDER / "mirror-notes", FOLDER / "mirror-data"
    for path in (folder, data):
        shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(write_corpus(count) / "linked", folder)
    data.mkdir(parents=True)
    notesctl = [program, "--data-dir", str(data)]
    files = sorted(folder.rglob("*.md"))
    rows = []

    def add(name, value, limit):
        rows.append(Row(name, value, 1.0, Limit("value", limit)))

    progress("first round")
    start = time.perf_counter()
    with Mirror(notesctl, folder, data / "log") as mirror:
        add("first round, s", mirror.started - start, count / 1000)
        store = sqlite3.connect(f"file:{data}/notes.sqlite?mode=ro", uri=True)

        def has(word):
            return store.execute("SELECT 1 FROM note WHERE body LIKE ?", (f"%{word}%",)).fetchone() is not None

        time.sleep(3)
        progress("idle")
        add("idle, % of a processor", mirror.idle(), 0.1)
        progress("changes")
        imported, exported = [], []
        for number in range(CHANGES):
            word = f"changed-in-a-file-{number}-end"
            with files[number * 7].open("a", encoding="utf-8") as file:
                file.write(f"\n{word}\n")
            made = time.perf_counter()
            imported.append((wait_until(lambda w=word: has(w), "an import") - made) * 1000)
            time.sleep(2)
            title = f"Written in the store {number}"
            run([*notesctl, "add", title])
            made = time.perf_counter()
            exported.append((wait_until((folder / f"{title}.md").exists, "an export") - made) * 1000)
            time.sleep(2)
        add("file changed until it is in the store, ms", statistics.median(imported), 500)
        add("the slowest of them, ms", max(imported), 1000)
        add("note added until its file is there, ms", statistics.median(exported), 1000)
        add("memory, MB", mirror.memory(), 150)
    return rows


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench mirror")
    parser.add_argument("notesctl", help=argparse.SUPPRESS)
    parser.add_argument("count", nargs="?", type=int, default=10_000, metavar="N")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()

    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = measure(arguments.notesctl, arguments.count)
    note = "The limit of the first round is a second for 1000 files."
    publish(rows, FOLDER / "mirror.json", {"notes": arguments.count}, note, arguments.check)


if __name__ == "__main__":
    main()
