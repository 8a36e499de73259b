"""Measures the container, hand-written code and a dictionary with a lock: see scripts/bench -h."""

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
# The same objects from definitions instead of code: the values that a context file contains.
DEFINITIONS = "definitions"


SIZES = {"kilobytes_each": "kB each", "megabytes_stripped": "MB stripped"}


@dataclass
class Target:
    """The maximum cost: instructions as a multiple of hand-written code, in addition to it, or absolute; and allocations."""

    times: float | None = None
    beyond: int | None = None
    # In addition to a direct call through an existential, the hand-written code of the interceptor.
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
    label: str
    target: Target | None = None
    # Enough for an exact difference, and few enough for valgrind.
    few: int = 500
    many: int = 1500
    timed: int = 200_000


OPERATIONS = [
    Operation("transient", "transient", Target(times=1.2, allocations=1)),
    # Both counts include a loop that copies, uses and destroys an existential, which costs more than the read.
    Operation("singleton", "singleton", Target(beyond=61, allocations=0)),
    Operation("chain5", "chain of 5", Target(times=1.4, allocations=5)),
    Operation("wide", "wide, 1 → 10 → 2", Target(times=1.3, allocations=11), timed=20_000),
    Operation("argument", "an argument", Target(times=1.25)),
    Operation("named", "a qualified key", Target(times=1.25)),
    Operation("override", "a replacement, used once", Target(instructions=4000)),
    Operation("thousand", "1,000 registrations", Target(times=3), few=2, many=5, timed=50),
    Operation("provider", "through a provider"),
    # 85 instructions where a direct call takes 9; this one also does work.
    Operation("proxyCall", "a call through a lazy proxy", Target(beyond_call=76, allocations=0)),
    Operation("decorator", "a decorated object"),
    Operation("interceptor", "an intercepted call"),
    Operation("taskLocal", "from the task's graph"),
    Operation("twoThreads", "on two threads"),
    Operation("lookupTransient", "a look-up by type, transient"),
    Operation("lookupSingleton", "a look-up by type, singleton"),
    Operation("lookupNamed", "a look-up by a qualified key"),
]


@dataclass
class Once:
    """One-time work of a program with a thousand objects, in milliseconds of CPU in a fresh process."""

    name: str
    label: str
    target: float | None = None


ONCE = [
    Once("load1000", "1,000 definitions, each with a reference and 2 values: validated, linked, and all of them created", 20),
    Once("scan1000", "1,000 components: enumerated and filtered", 2),
    Once("scanPlan1000", "1,000 components: enumerated, filtered and validated"),
]
RUNS = 9


def measure(program):
    """Returns instructions, allocations and nanoseconds by operation and implementation."""
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
        # valgrind cannot read all of the compiler's debug information.
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
    """Returns the results with the names of the JSON file."""
    return {
        name: {"fromFile" if key == DEFINITIONS else key: value for key, value in measurements.items()}
        for name, measurements in results.items()
    }


def reached(operation, counts, results):
    """Returns whether the target is reached; `None` without a target or a measurement."""
    if operation.target is None or "wiring" not in counts:
        return None
    return operation.target.is_reached(counts, results)


def cell(measurements):
    if measurements is None:
        return "–"
    instructions, allocations = measurements["instructions"], measurements["allocations"]
    number = f"{instructions:,.0f}" if instructions < 100_000 else f"{instructions / 1000:,.0f} k"
    return f"{number} ({allocations:,.3g})" if allocations < 1000 else f"{number} ({allocations:,.0f})"


def row(operation, counts, results):
    hand, ours = counts.get("hand"), counts.get("wiring")
    ratio = f"{ours['instructions'] / hand['instructions']:.2f}" if hand and ours else ""
    verdict = {None: "", True: "yes", False: "no"}[reached(operation, counts, results)]
    times = " / ".join(
        f"{counts[name]['nanoseconds']:,.0f}" if name in counts else "–" for name in IMPLEMENTATIONS)
    return [operation.label, *(cell(counts.get(name)) for name in IMPLEMENTATIONS), ratio, str(operation.target or ""),
            verdict, times]


# The maximum cost of an object from a definition, as a multiple of the same object from code.
MAXIMUM_OF_CODE = 1.05


def definition_row(operation, counts):
    code, ours = counts["wiring"], counts[DEFINITIONS]
    ratio = ours["instructions"] / code["instructions"]
    return [operation.label, cell(code), cell(ours), f"{ratio:.2f}", f"≤ {MAXIMUM_OF_CODE:g} ×",
            "yes" if ratio <= MAXIMUM_OF_CODE else "no"]


def once_row(one, measurements):
    verdict = "" if one.target is None else "yes" if measurements["cpu_ms"] <= one.target else "no"
    return [one.label, f"{measurements['cpu_ms']:.1f}", f"≤ {one.target:g}" if one.target else "", verdict]


def print_table(lines, heads=("operation", "hand-written", "dictionary and lock", "Wiring", "ratio", "target", "reached", "ns of each")):
    """Prints a table in Markdown."""
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
    print("Instructions of one operation and, in parentheses, its heap allocations.\n")
    print_table([row(operation, results[operation.name], results) for operation in OPERATIONS if operation.name in results])
    print("\nThe same objects, created from definitions instead of code.\n")
    print_table(
        [definition_row(one, results[one.name]) for one in OPERATIONS if DEFINITIONS in results.get(one.name, {})],
        ["operation", "code", "definitions", "ratio", "target", "reached"])
    print(f"\nThe cost of one-time work, in a fresh process, in milliseconds of CPU: medians of {RUNS} runs.\n")
    print_table([once_row(one, results[one.name]) for one in ONCE], ["one-time work", "ms", "target", "reached"])
    if arguments.builds:
        results["builds"] = builds.measure()
        print("\nClean builds: seconds of CPU (wall time), memory of the largest process, and the size of the result:")
        for name, cost in results["builds"].items():
            size = " ".join(f"{cost[key]} {unit}" for key, unit in SIZES.items() if key in cost)
            print(f"  {name:44} {cost['cpu']:6.1f} ({cost['wall']:.1f}) {cost['megabytes']:6} MB  {size}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "wiring.json").write_text(json.dumps(named(results), indent=2) + "\n")

    missed = [one.name for one in OPERATIONS if reached(one, results.get(one.name, {}), results) is False]
    if arguments.check and missed:
        sys.exit(f"missed: {', '.join(missed)}")


if __name__ == "__main__":
    main()
