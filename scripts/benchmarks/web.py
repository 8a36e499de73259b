"""Measures the pages of notesctl web with many notes, and the one page that reads none: see scripts/bench -h."""

import argparse
import http.client
import json
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import corpus
from measure import Cost, output, run
from notes import FOLDER, FULL, progress, write_corpus
from report import Limit, Row, publish

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "site"))
import browser  # noqa: E402

CLOCK_TICKS = 100  # of /proc/PID/stat, a second


class Front:
    """`notesctl web` on a store, with a session over one connection."""

    def __init__(self, notesctl):
        self.process = subprocess.Popen(
            [*notesctl, "web", "--no-open", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        self.host, self.entry = re.fullmatch(r"http://([^/]+)(/.*)", self.address).groups()
        self.connection = http.client.HTTPConnection(self.host)
        self.fields = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()
        self.process.terminate()
        self.process.wait()

    def open(self):
        self.connection.request("GET", self.entry)
        response = self.connection.getresponse()
        response.read()
        self.fields = {"Cookie": response.getheader("Set-Cookie").split(";")[0]}

    def get(self, path):
        self.connection.request("GET", path, headers=self.fields)
        response = self.connection.getresponse()
        body = response.read()
        if response.status != 200:
            sys.exit(f"{path} is answered by {response.status}")
        return body

    def cpu(self):
        """The milliseconds of the process so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / CLOCK_TICKS

    def resident(self):
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1]) * 1024

    def cost(self, path, runs):
        """The mean CPU time and the median wall time of a page, and its size."""
        for _ in range(5):
            size = len(self.get(path))
        before, walls = self.cpu(), []
        for _ in range(runs):
            start = time.perf_counter()
            self.get(path)
            walls.append((time.perf_counter() - start) * 1000)
        return Cost((self.cpu() - before) / runs, statistics.median(walls), 0), size


def first_paint(notesctl):
    """The milliseconds until a browser shows the list, of five times the median; None without Chromium."""
    if browser.installed() is None:
        return None
    with Front(notesctl) as front, browser.Page(1280, 800) as page:
        page.open(front.address)
        page.wait("location.search == '' && document.querySelector('.notes') != null")
        times = []
        for _ in range(5):
            page.open(f"http://{front.host}/")
            page.wait("performance.getEntriesByName('first-contentful-paint').length == 1")
            times.append(page.run("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
    return statistics.median(times)


def measure(program, count, runs):
    folder = write_corpus(count) / "linked"
    data = FOLDER / "web-data"
    notesctl = [program, "--data-dir", str(data)]
    shutil.rmtree(data, ignore_errors=True)
    progress(f"importing {count} notes")
    run([*notesctl, "import", str(folder)])
    note = json.loads(output([*notesctl, "list", "--limit", "100", "--json"]))[-1]["id"]
    rows, sizes = [], {}
    with Front(notesctl) as front:
        front.open()
        floor, _ = front.cost("/help", runs)
        for name, path, limit in [
            ("list, newest 50", "/", 8), ("list, a tag", "/?tag=garden", None), ("list, page 100", "/?page=100", None),
            ("search, a rare word", f"/search?q={corpus.RARE_WORD}", 12), ("search, the", "/search?q=the", None),
            ("note", f"/notes/{note}", 4), ("editor", f"/notes/{note}/edit", None),
        ]:
            progress(name)
            cost, sizes[name] = front.cost(path, runs)
            rows.append(Row(name, cost, floor, limit and Limit("wall", limit)))
        rows.append(Row("resident memory in MB", front.resident() / 1e6, 1, Limit("value", 70)))
    rows.append(Row("largest page in kB", max(sizes.values()) / 1e3, 1, Limit("value", 40)))
    paint = first_paint(notesctl)
    if paint is not None:
        rows.append(Row("first contentful paint in ms", paint, 1, Limit("value", 150)))
    return rows


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench web")
    parser.add_argument("notesctl", help=argparse.SUPPRESS)
    parser.add_argument("count", nargs="?", type=int, default=FULL, metavar="N")
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()

    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = measure(arguments.notesctl, arguments.count, arguments.runs)
    about = {"notes": arguments.count, "runs": arguments.runs}
    note = "Mean CPU and median wall time of a request on one connection; the floor is the page of help, with the same layout."
    publish(rows, FOLDER / "web.json", about, note, arguments.check)


if __name__ == "__main__":
    main()
