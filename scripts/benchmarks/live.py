"""Measures screens that follow the store while others write to it: see scripts/bench -h."""

import argparse
import http.client
import shutil
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

from measure import run
from notes import FOLDER, progress, write_corpus
from report import Limit, Row, publish
from web import Front

NOTES = 10_000
PAGES = 20
CHANGES = 20
SECONDS = 6


@contextmanager
def locked(store):
    """Another program that has the write lock of a store."""
    connection = sqlite3.connect(store, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


@contextmanager
def importing(notesctl, folder):
    """Another program that imports all notes again and again, each with a further line."""
    has_ended, failures, done = threading.Event(), [], []

    def work():
        try:
            repeat()
        # `run` ends the program, which in a thread would end only that.
        except BaseException as error:
            failures.append(error)

    def repeat():
        while not has_ended.is_set():
            for path in folder.rglob("*.md"):
                with path.open("a", encoding="utf-8") as file:
                    file.write("\nAnother line.\n")
            run([*notesctl, "import", str(folder)])
            done.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        has_ended.set()
        thread.join()
    if failures:
        raise failures[0]
    if not done:
        sys.exit("No import ended while it was measured.")


class Events:
    """The stream of events of an open page, with the time of each change."""

    def __init__(self, front):
        self.connection = http.client.HTTPConnection(front.host)
        self.connection.request("GET", "/events", headers=front.fields)
        self.response = self.connection.getresponse()
        if self.response.status != 200:
            sys.exit(f"The stream of events is answered by {self.response.status}")
        self.times = []
        self.arrived = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while line := self.response.readline():
            if line == b"data: notes\n":
                with self.arrived:
                    self.times.append(time.perf_counter())
                    self.arrived.notify_all()

    def next(self, count):
        """Waits for a change behind the given number of them, and returns its time."""
        with self.arrived:
            if not self.arrived.wait_for(lambda: len(self.times) > count, timeout=10):
                sys.exit("A change was not told within ten seconds.")
            return self.times[count]


def screens(program, *arguments):
    """The milliseconds that a program with screens prints, by name."""
    process = subprocess.Popen([program, *arguments], stdout=subprocess.PIPE, text=True)
    if process.stdout.readline() != "ready\n":
        sys.exit("The program with the screens did not start.")
    found = {name: float(value) for name, value in map(str.split, process.stdout)}
    if process.wait():
        sys.exit("The program with the screens failed.")
    return found


def idle(front):
    """The percentage of a processor that a process uses while nothing happens."""
    # The clock of the processor time of another process: clock_getcpuclockid(3), which Python lacks. /proc has hundredths of a second.
    clock = (~front.process.pid << 3) | 2
    before = time.clock_gettime_ns(clock)
    time.sleep(SECONDS)
    return (time.clock_gettime_ns(clock) - before) / 1e9 / SECONDS * 100


def slowest(front, paths, seconds=SECONDS):
    """The milliseconds within which 99 of 100 pages are answered."""
    walls, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        for path in paths:
            start = time.perf_counter()
            front.get(path)
            walls.append((time.perf_counter() - start) * 1000)
    return statistics.quantiles(walls, n=100)[98]


def told(pages, change):
    """The most milliseconds from the end of a change, by a program that writes and ends, to its event on the last page."""
    times = []
    for number in range(CHANGES):
        time.sleep(0.3)
        counts = [len(page.times) for page in pages]
        made = change(number)
        told = [page.next(count) for page, count in zip(pages, counts)]
        times.append((max(told) - made) * 1000)
    return max(times)


def measure(program, live):
    folder, data = FOLDER / "live-notes", FOLDER / "live-data"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(write_corpus(NOTES) / "linked", folder)
    store = str(data / "notes.sqlite")
    notesctl = [program, "--data-dir", str(data)]
    shutil.rmtree(data, ignore_errors=True)
    run([*notesctl, "import", str(folder)])
    rows = []

    def add(name, value, limit, floor=1.0):
        rows.append(Row(name, value, floor, Limit("value", limit)))

    progress("heartbeats")
    def pause(*arguments):
        return screens(live, *arguments, str(SECONDS))["longest"]

    quiet = pause()
    add("longest pause, nothing else runs, ms", pause(store), 16, quiet)
    with locked(store):
        add("longest pause, another has the lock, ms", pause(store), 16, quiet)
    with importing(notesctl, folder):
        floor = pause()
        add("longest pause, another imports, ms", pause(store), 16, floor)
    add("own change until it is in the list, ms", screens(live, store, "0")["change"], 20)

    with Front(notesctl) as front:
        front.open()
        paths = ["/", "/?tag=garden", "/search?q=garden", "/history"]
        for path in paths:
            front.get(path)
        time.sleep(1)
        alone = idle(front)
        progress("events")
        pages = [Events(front) for _ in range(PAGES)]
        for _ in range(PAGES):
            for path in paths:
                front.get(path)
        time.sleep(1)
        add(f"CPU for {PAGES} open pages, %", idle(front) - alone, 0.1, alone)

        def add_note(number):
            run([*notesctl, "add", f"Note {number} of another program"])
            return time.perf_counter()

        add("change of another program until its event, ms", told(pages, add_note), 300)
        progress("pages")
        add("page, nothing else runs, p99 ms", slowest(front, paths), 50)
        with locked(store):
            add("page, another has the lock, p99 ms", slowest(front, paths), 50)
        with importing(notesctl, folder):
            add("page, another imports, p99 ms", slowest(front, paths), 50)
        add(f"resident memory with {PAGES} open pages, MB", front.resident() / 1e6, 80)
    return rows


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench live")
    parser.add_argument("notesctl", help=argparse.SUPPRESS)
    parser.add_argument("live", help=argparse.SUPPRESS)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()

    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = measure(arguments.notesctl, arguments.live)
    note = "The floor of a pause is a program without a store under the same load, and that of CPU the front without a page."
    publish(rows, FOLDER / "live.json", {"notes": NOTES}, note, arguments.check)


if __name__ == "__main__":
    main()
