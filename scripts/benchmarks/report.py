"""Sets figures against their targets."""

from dataclasses import dataclass

from measure import Cost


@dataclass
class Limit:
    """The most that one of a row's figures may be: cpu, wall (milliseconds), ratio (of CPU times) or value."""

    figure: str
    most: float

    def __str__(self):
        words = {"cpu": "CPU ≤ {} ms", "wall": "wall ≤ {} ms", "ratio": "≤ {} × floor", "value": "≤ {}"}
        return words[self.figure].format(number(self.most))


@dataclass
class Row:
    """One operation: what it costs here, and what the floor does."""

    name: str
    ours: Cost | float
    floor: Cost | float
    limit: Limit | None = None

    @property
    def figures(self):
        if isinstance(self.ours, Cost):
            return {"cpu": self.ours.cpu, "wall": self.ours.wall, "ratio": self.ours.cpu / max(self.floor.cpu, 0.1)}
        return {"value": self.ours, "ratio": self.ours / self.floor}

    @property
    def misses(self):
        return self.limit is not None and self.figures[self.limit.figure] > self.limit.most

    @property
    def cells(self):
        verdict = "" if self.limit is None else "MISS" if self.misses else "ok"
        ratio, limit = f"{self.figures['ratio']:.1f}", str(self.limit or "")
        return [self.name, *costs(self.ours), *costs(self.floor), ratio, limit, verdict]

    @property
    def record(self):
        """For the JSON file."""
        return {
            "operation": self.name, "ours": plain(self.ours), "floor": plain(self.floor),
            "ratio": round(self.figures["ratio"], 2), "target": str(self.limit or "") or None, "ok": not self.misses,
        }


def plain(cost):
    if isinstance(cost, Cost):
        return {"cpu_ms": round(cost.cpu, 2), "wall_ms": round(cost.wall, 2)}
    return round(cost, 3)


def costs(cost):
    return [number(cost.cpu), number(cost.wall)] if isinstance(cost, Cost) else [number(cost), ""]


def number(value):
    return f"{value:.1f}".removesuffix(".0") if value < 1000 else f"{value:,.0f}"


def print_table(rows):
    heads = ["operation", "ours: CPU ms", "wall ms", "floor: CPU ms", "wall ms", "ratio", "target", ""]
    lines = [heads, *(row.cells for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    figures = range(1, 6)
    for line in lines:
        cells = (
            cell.rjust(width) if column in figures else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths))
        )
        print("  ".join(cells).rstrip())
