"""Measures notesctl in whole processes, and bare SQL that does the same work: see scripts/bench -h."""

import argparse
import shutil
import sys
from functools import partial
from pathlib import Path

import corpus
import floor
from measure import first_rows, medians, run
from operations import operations, picks
from report import Limit, Row, publish

FOLDER = Path(".build/bench")
HERE = Path(__file__).parent
FULL = 100_000  # notes; the targets are for this number
IMPORTS = 3  # the runs of each import


def write_corpus(count):
    """Returns the folder of notes; writes it if it is missing or its generator has changed."""
    folder = FOLDER / f"corpus-{count}"
    recipe = (HERE / "corpus.py").read_text(encoding="utf-8")
    made_by = FOLDER / f"corpus-{count}.recipe"
    if not made_by.exists() or made_by.read_text(encoding="utf-8") != recipe:
        progress(f"writing {count} notes")
        shutil.rmtree(folder, ignore_errors=True)
        run([sys.executable, "-B", str(HERE / "corpus.py"), str(folder), str(count)])
        made_by.write_text(recipe, encoding="utf-8")
    return folder


def size(paths):
    return sum(path.stat().st_size for path in paths)


def progress(text):
    print(f"… {text}", file=sys.stderr, flush=True)


def measure_imports(notesctl, folder, count):
    """Returns the rows of imports. The stores of the last ones stay."""
    commands = {
        "ours": lambda kind, data: [notesctl, "--data-dir", str(data), "import", str(folder / kind)],
        "floor": lambda kind, data: [
            sys.executable, "-B", str(HERE / "floor.py"), str(folder / kind), str(data / "notes.sqlite")],
    }

    def imported(side, kind):
        data = store(side, kind)
        shutil.rmtree(data, ignore_errors=True)
        return run(commands[side](kind, data))

    progress(f"importing, {IMPORTS} times: notesctl and the floor, with links and without")
    ours, floored, unlinked, floored_unlinked = medians(
        [partial(imported, side, kind) for kind in ("linked", "unlinked") for side in commands], IMPORTS, warm_up=0)
    text, kept, bare = (
        size(files) for files in (
            (folder / "linked").rglob("*.md"), store("ours").glob("notes.sqlite*"), store("floor").glob("notes.sqlite*"))
    )
    return [
        Row(f"import {count:,} notes", ours, floored, Limit("wall", 45_000 * count / FULL)),
        Row("import, notes per second", count / ours.wall * 1000, count / floored.wall * 1000),
        Row("import, share of links in %", share(ours, unlinked), share(floored, floored_unlinked), Limit("value", 10)),
        Row("import, peak memory in MB", ours.peak / 1e6, floored.peak / 1e6, Limit("value", 150)),
        Row("store, as a multiple of the text", kept / text, bare / text, Limit("value", 1.8)),
    ]


def store(side, kind="linked"):
    """The directory of a store: ours, or the floor's."""
    return FOLDER / f"{side}-{kind}"


def share(whole, rest):
    return (whole.cpu - rest.cpu) / whole.cpu * 100


def measure(notesctl, count, runs):
    """Returns the rows of the table."""
    imports = measure_imports(notesctl, write_corpus(count), count)
    data, bare = store("ours"), store("floor") / "notes.sqlite"
    readable = floor.copy(data / "notes.sqlite", store("copy") / "notes.sqlite")
    notesctl = [notesctl, "--data-dir", str(data)]

    rows = []
    for operation in operations(notesctl, readable, bare, corpus.Writer(count)):
        progress(operation.name)
        commands = [partial(run, command) for command in (operation.ours, operation.floor)]
        rows.append(Row(operation.name, *medians(commands, runs), operation.limit))
    progress("pick")
    rows.append(Row(
        "pick, wall ms until 40 rows are in fzf",
        *medians([partial(first_rows, command) for command in picks(notesctl, readable)], runs),
        Limit("value", 50)))
    return rows + imports


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench notes")
    parser.add_argument("notesctl", help=argparse.SUPPRESS)
    parser.add_argument("count", nargs="?", type=int, default=FULL, metavar="N")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()

    rows = measure(arguments.notesctl, arguments.count, arguments.runs)
    about = {"notes": arguments.count, "seed": corpus.SEED, "runs": arguments.runs}
    note = "Medians of whole processes; CPU is user and system time."
    publish(rows, FOLDER / "notes.json", about, note, arguments.check)


if __name__ == "__main__":
    main()
