"""Compares measurements with their targets."""

import json
import sys
from dataclasses import dataclass
from datetime import date

from measure import Cost, machine


@dataclass
class Limit:
    """The maximum of one measurement of a row: cpu, wall (milliseconds), ratio (of CPU times) or value."""

    measurement: str
    maximum: float

    def __str__(self):
        words = {"cpu": "CPU ≤ {} ms", "wall": "wall ≤ {} ms", "ratio": "≤ {} × floor", "value": "≤ {}"}
        return words[self.measurement].format(number(self.maximum))


@dataclass
class Row:
    """The cost of an operation, and of the same work without our code."""

    name: str
    ours: Cost | float
    floor: Cost | float
    limit: Limit | None = None

    @property
    def measurements(self):
        if isinstance(self.ours, Cost):
            return {"cpu": self.ours.cpu, "wall": self.ours.wall, "ratio": self.ours.cpu / max(self.floor.cpu, 0.1)}
        return {"value": self.ours, "ratio": self.ours / self.floor}

    @property
    def misses(self):
        return self.limit is not None and self.measurements[self.limit.measurement] > self.limit.maximum

    @property
    def cells(self):
        verdict = "" if self.limit is None else "missed" if self.misses else "ok"
        ratio, limit = f"{self.measurements['ratio']:.1f}", str(self.limit or "")
        return [self.name, *costs(self.ours), *costs(self.floor), ratio, limit, verdict]

    @property
    def record(self):
        """For the JSON file."""
        return {
            "operation": self.name, "ours": plain(self.ours), "floor": plain(self.floor),
            "ratio": round(self.measurements["ratio"], 2), "target": str(self.limit or "") or None, "ok": not self.misses,
        }


def plain(cost):
    if isinstance(cost, Cost):
        return {"cpu_ms": round(cost.cpu, 2), "wall_ms": round(cost.wall, 2)}
    return round(cost, 3)


def costs(cost):
    if isinstance(cost, Cost):
        return [number(cost.cpu), number(cost.wall)]
    return [f"{cost:.2f}" if cost < 10 else number(cost), ""]


def number(value):
    return f"{value:.1f}".removesuffix(".0") if value < 1000 else f"{value:,.0f}"


def print_table(rows):
    heads = ["operation", "ours: CPU ms", "wall ms", "floor: CPU ms", "wall ms", "ratio", "target", ""]
    lines = [heads, *(row.cells for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    numbers = range(1, 6)
    for line in lines:
        cells = (
            cell.rjust(width) if column in numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths))
        )
        print("  ".join(cells).rstrip())


def publish(rows, file, about, note, is_checked):
    """Writes rows to a JSON file and prints them; ends with an error when one misses its target and that is checked."""
    about = {"date": date.today().isoformat(), **about, **machine()}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({**about, "rows": [row.record for row in rows]}, indent=2) + "\n")
    print(" · ".join(f"{key} {value}" for key, value in about.items()))
    print(note + "\n")
    print_table(rows)
    missed = sum(row.misses for row in rows)
    if is_checked and missed:
        sys.exit(f"{missed} targets missed")
