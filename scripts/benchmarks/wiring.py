"""Measures the container beside hand-written code and a dictionary with a lock: see scripts/bench -h."""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import builds
from callgrind import per_operation
from measure import machine, output

FOLDER = Path(".build/bench")
IMPLEMENTATIONS = ["hand", "dictionary", "wiring"]
# The same objects again, of definitions instead of code: the value that a file gives.
DEFINITIONS = "definitions"


@dataclass
class Goal:
    """The most that an operation may cost: instructions, as a multiple of the hand-written code's, beyond it, or as such."""

    times: float | None = None
    beyond: int | None = None
    # Beyond a direct call through an existential, which is what the interceptor's hand-written code is.
    beyond_call: int | None = None
    instructions: int | None = None
    allocations: int | None = None

    def __str__(self):
        if self.times:
            most = f"{self.times:g} ×"
        elif self.beyond:
            most = f"hand + {self.beyond} i"
        elif self.beyond_call:
            most = f"direct call + {self.beyond_call} i"
        else:
            most = f"{self.instructions:,} i"
        return f"≤ {most}" + (f" ({self.allocations})" if self.allocations is not None else "")

    def is_reached(self, counts, results):
        hand, ours = counts["hand"], counts["wiring"]
        if self.times:
            most = self.times * hand["instructions"]
        elif self.beyond_call:
            most = results["interceptor"]["hand"]["instructions"] + self.beyond_call
        else:
            most = self.instructions or hand["instructions"] + self.beyond
        fits = self.allocations is None or ours["allocations"] <= self.allocations
        return ours["instructions"] <= most and fits


@dataclass
class Operation:
    name: str
    goal: Goal | None = None
    # Enough for the difference to be exact, few enough to be quick under an instrument.
    few: int = 500
    many: int = 1500
    timed: int = 200_000


OPERATIONS = [
    Operation("transient", Goal(times=1.2, allocations=1)),
    # A loop that copies, uses and drops an existential is in both figures, and is more than such a read.
    Operation("singleton", Goal(beyond=61, allocations=0)),
    Operation("chain5", Goal(times=1.4, allocations=5)),
    Operation("wide", Goal(times=1.3, allocations=11), timed=20_000),
    Operation("argument", Goal(times=1.25)),
    Operation("named", Goal(times=1.25)),
    Operation("override", Goal(instructions=4000)),
    Operation("thousand", Goal(times=3), few=2, many=5, timed=50),
    Operation("provider"),
    # 85 instructions where a direct call takes 9; here it also does something.
    Operation("proxyCall", Goal(beyond_call=76, allocations=0)),
    Operation("decorator"),
    Operation("interceptor"),
    Operation("taskLocal"),
    Operation("twoThreads"),
    Operation("lookupTransient"),
    Operation("lookupSingleton"),
    Operation("lookupNamed"),
]


@dataclass
class Once:
    """Something that a program does once, with a thousand: milliseconds of CPU that the first time takes."""

    name: str
    about: str
    goal: float | None = None


ONCE = [
    Once("load1000", "1,000 definitions with 2 values each: proved, linked, and all of them made", 20),
    Once("scan1000", "1,000 components: enumerated and filtered", 2),
    Once("scanPlan1000", "1,000 components: enumerated, filtered and proved"),
]
RUNS = 9


def measure(program):
    """For each operation and implementation there is: instructions, allocations and nanoseconds."""
    present = {tuple(line.split()) for line in output([program]).splitlines()}
    unknown = {name for name, _ in present} - {operation.name for operation in [*OPERATIONS, *ONCE]}
    if unknown:
        sys.exit(f"not in the table: {', '.join(sorted(unknown))}")
    jobs = [
        (operation, implementation)
        for operation in OPERATIONS for implementation in [*IMPLEMENTATIONS, DEFINITIONS]
        if (operation.name, implementation) in present
    ]
    with tempfile.TemporaryDirectory() as folder:
        # The instrument cannot read all of the compiler's debug information.
        bare = str(Path(folder) / "program")
        shutil.copy(program, bare)
        subprocess.run(["strip", "-g", bare], check=True)

        def counted(job):
            operation, implementation = job
            return per_operation([bare, operation.name, implementation], operation.few, operation.many)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            counts = list(pool.map(counted, jobs))

    results = {}
    for (operation, implementation), count in zip(jobs, counts):
        time = output([program, operation.name, implementation, str(operation.timed), "--time"])
        results.setdefault(operation.name, {})[implementation] = {
            "instructions": round(count.instructions, 1), "allocations": round(count.allocations, 2),
            "nanoseconds": round(float(time), 1),
        }
    for one in ONCE:
        nanoseconds = [float(output([program, one.name, DEFINITIONS, "1", "--cpu"])) for _ in range(RUNS)]
        results[one.name] = {"cpu_ms": round(statistics.median(nanoseconds) / 1e6, 2)}
    return results


def named(results):
    """The results as they are kept: what definitions make is what a context file makes, since it gives definitions."""
    return {
        name: {"fromFile" if key == DEFINITIONS else key: value for key, value in figures.items()}
        for name, figures in results.items()
    }


def reached(operation, counts, results):
    """Whether the goal is reached; `None` when there is none, or nothing to hold against it."""
    if operation.goal is None or "wiring" not in counts:
        return None
    return operation.goal.is_reached(counts, results)


def cell(figures):
    if figures is None:
        return "–"
    instructions, allocations = figures["instructions"], figures["allocations"]
    number = f"{instructions:,.0f}" if instructions < 100_000 else f"{instructions / 1000:,.0f} k"
    return f"{number} ({allocations:,.3g})" if allocations < 1000 else f"{number} ({allocations:,.0f})"


def row(operation, counts, results):
    hand, ours = counts.get("hand"), counts.get("wiring")
    ratio = f"{ours['instructions'] / hand['instructions']:.2f}" if hand and ours else ""
    verdict = {None: "", True: "yes", False: "NO"}[reached(operation, counts, results)]
    times = " / ".join(
        f"{counts[name]['nanoseconds']:,.0f}" if name in counts else "–" for name in IMPLEMENTATIONS)
    return [operation.name, *(cell(counts.get(name)) for name in IMPLEMENTATIONS), ratio, str(operation.goal or ""),
            verdict, times]


# What an object of a definition may cost, as a multiple of what the same object of code does.
MOST_OF_CODE = 1.05


def definition_row(operation, counts):
    code, ours = counts["wiring"], counts[DEFINITIONS]
    ratio = ours["instructions"] / code["instructions"]
    return [operation.name, cell(code), cell(ours), f"{ratio:.2f}", f"≤ {MOST_OF_CODE:g} ×",
            "yes" if ratio <= MOST_OF_CODE else "NO"]


def once_row(one, figures):
    verdict = "" if one.goal is None else "yes" if figures["cpu_ms"] <= one.goal else "NO"
    return [one.about, f"{figures['cpu_ms']:.1f}", f"≤ {one.goal:g}" if one.goal else "", verdict]


def print_table(lines, heads=("operation", *IMPLEMENTATIONS, "ratio", "goal", "reached", "ns, in this order")):
    """In Markdown, so that it can go into a page as it is."""
    widths = [max(len(line[column]) for line in [heads, *lines]) for column in range(len(heads))]
    rule = ["-" * (width - 1) + ":" if 0 < column < 5 else "-" * width for column, width in enumerate(widths)]
    for line in [heads, rule, *lines]:
        cells = (
            text.rjust(width) if 0 < column < 5 else text.ljust(width)
            for column, (text, width) in enumerate(zip(line, widths))
        )
        print("| " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench wiring")
    parser.add_argument("program", help=argparse.SUPPRESS)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--builds", action="store_true")
    arguments = parser.parse_args()

    results = measure(arguments.program)
    about = {"date": date.today().isoformat(), **machine()}
    print(" · ".join(f"{key} {value}" for key, value in about.items() if key != "sqlite"))
    print("Instructions of one operation and, in brackets, its heap allocations.\n")
    print_table([row(operation, results[operation.name], results) for operation in OPERATIONS if operation.name in results])
    print("\nThe objects of definitions, beside the same objects of code.\n")
    print_table(
        [definition_row(one, results[one.name]) for one in OPERATIONS if DEFINITIONS in results.get(one.name, {})],
        ["operation", "code", "definitions", "ratio", "goal", "reached"])
    print(f"\nThe first time in a process, in milliseconds of CPU: the median of {RUNS}.\n")
    print_table([once_row(one, results[one.name]) for one in ONCE], ["once", "ms", "goal", "reached"])
    if arguments.builds:
        results["builds"] = builds.measure()
        print("\nBuilt from nothing, in seconds of CPU (of the clock):")
        for name, cost in results["builds"].items():
            print(f"  {name:44} {cost['cpu']:6.1f} ({cost['wall']:.1f})")
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "wiring.json").write_text(json.dumps(named(results), indent=2) + "\n")

    missed = [one.name for one in OPERATIONS if reached(one, results.get(one.name, {}), results) is False]
    if arguments.check and missed:
        sys.exit(f"missed: {', '.join(missed)}")


if __name__ == "__main__":
    main()
