"""Measures notesctl in whole processes, and bare SQL that does the same work: see scripts/bench -h."""

import argparse
import json
import shutil
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import corpus
import floor
from measure import machine, medians, output, run
from report import Limit, Row, print_table

FOLDER = Path(".build/bench")
HERE = Path(__file__).parent
FULL = 100_000  # notes; the targets are for this number


@dataclass
class Operation:
    name: str
    ours: list[str]
    floor: list[str]
    limit: Limit | None = None


def operations(notesctl, store, bare):
    """The repeated operations. Reads share a store; adds, which run last, have a store for each side."""

    def search(name, query, limit):
        return Operation(name, [*notesctl, "search", query, "--limit", "20"], floor.shell(store, floor.search(query)), limit)

    newest = json.loads(output([*notesctl, "list", "--limit", "1", "--json"]))
    return [
        Operation("start", [*notesctl, "--version"], floor.shell(":memory:", floor.START), Limit("cpu", 10)),
        Operation("list, newest 20", [*notesctl, "list", "--limit", "20"],
                  floor.shell(store, floor.LIST), Limit("ratio", 3)),
        Operation("show", [*notesctl, "show", newest[0]["id"]], floor.shell(store, floor.SHOW)),
        search("search, a rare word", corpus.RARE_WORD, Limit("ratio", 3)),
        search("search, a phrase in every tenth", f'"{corpus.FREQUENT_PHRASE}"', Limit("ratio", 1.7)),
        search("search, tomat*", "tomat*", Limit("wall", 150)),
        search("search, the", "the", Limit("wall", 150)),
        Operation("add, durable", [*notesctl, "add", "--title", "Beans", "Sow them."],
                  floor.shell(bare, floor.ADD), Limit("wall", 20)),
    ]


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


def measure(notesctl, count, runs):
    """Returns the rows of the table."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    folder = write_corpus(count)
    data, bare = FOLDER / "data", FOLDER / "floor.sqlite"
    shutil.rmtree(data, ignore_errors=True)
    for file in FOLDER.glob("floor.sqlite*"):
        file.unlink()
    notesctl = [notesctl, "--data-dir", str(data)]

    progress("importing, twice: notesctl, then the floor")
    imported = run([*notesctl, "import", str(folder)])
    floored = run([sys.executable, "-B", str(HERE / "floor.py"), str(folder), str(bare)])
    text, kept, bare_kept = (
        size(files) for files in (folder.rglob("*.md"), data.glob("notes.sqlite*"), FOLDER.glob("floor.sqlite*"))
    )
    imports = [
        Row(f"import {count:,} notes", imported, floored, Limit("wall", 45_000 * count / FULL)),
        Row("import, notes per second", count / imported.wall * 1000, count / floored.wall * 1000),
        Row("import, peak memory in MB", imported.peak / 1e6, floored.peak / 1e6, Limit("value", 150)),
        Row("store, as a multiple of the text", kept / text, bare_kept / text, Limit("value", 1.7)),
    ]

    rows = []
    for operation in operations(notesctl, data / "notes.sqlite", bare):
        progress(operation.name)
        rows.append(Row(operation.name, *medians([operation.ours, operation.floor], runs), operation.limit))
    return rows + imports


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench notes")
    parser.add_argument("notesctl", help=argparse.SUPPRESS)
    parser.add_argument("count", nargs="?", type=int, default=FULL, metavar="N")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()

    rows = measure(arguments.notesctl, arguments.count, arguments.runs)
    about = {
        "date": date.today().isoformat(), "notes": arguments.count, "seed": corpus.SEED, "runs": arguments.runs, **machine(),
    }
    (FOLDER / "notes.json").write_text(json.dumps({**about, "rows": [row.record for row in rows]}, indent=2) + "\n")

    print(" · ".join(f"{key} {value}" for key, value in about.items()))
    print("Medians of whole processes; CPU is user and system time.\n")
    print_table(rows)
    missed = sum(row.misses for row in rows)
    if arguments.check and missed:
        sys.exit(f"{missed} targets missed")


if __name__ == "__main__":
    main()
