"""The invariants of a system at rest, checked from outside."""

import re

from processes import Failed

ROUNDS = 40
LINE = re.compile(r"line-\d{6}")


class Ledger:
    """The lines that were written, each with a unique number."""

    def __init__(self):
        self.count = 0
        self.acknowledged = set()
        self.removed = set()

    def mint(self):
        self.count += 1
        return f"line-{self.count:06}"

    def acknowledge(self, line):
        """Records that the program reported the line as saved."""
        self.acknowledged.add(line)

    def remove(self, text):
        """Records that a text was permanently deleted, or may have been: its lines may be lost."""
        self.removed.update(LINE.findall(text))

    def check(self, bodies):
        """Checks that every acknowledged line is in a note, and none twice in one."""
        seen = set()
        for note, body in bodies.items():
            lines = LINE.findall(body)
            if len(lines) != len(set(lines)):
                raise Failed(f"{note} contains a line twice")
            seen.update(lines)
        lost = self.acknowledged - self.removed - seen
        if lost:
            raise Failed(f"lost: {', '.join(sorted(lost)[:10])} ({len(lost)} in all)")
        return len(seen)


def settle(devices):
    """Syncs all devices until no changes are left. Returns the number of rounds."""
    for number in range(ROUNDS):
        moved = 0
        for device in devices:
            ending = device.sync("--json", statuses=(0, 77))
            if ending.status == 77:
                ending = device.sync("--json", "--accept-deletions")
            summary = device.summary(ending)
            moved += sum(summary[key] for key in ("sent", "received", "deleted", "merged", "copied"))
            if summary["blocked"]:
                raise Failed(f"sync skips {summary['blocked']} notes")
        if not moved:
            return number
    raise Failed(f"still not at rest after {ROUNDS} rounds")


def check_equal(devices):
    """Checks that all devices have the same notes."""
    first = devices[0].notes()
    for number, device in enumerate(devices[1:], 1):
        other = device.notes()
        if other == first:
            continue
        ids = [note for note in {**first, **other} if first.get(note) != other.get(note)]
        raise Failed(
            f"the devices 0 and {number} differ in {len(ids)} notes, first in {ids[0]}:\n"
            f"  {first.get(ids[0])}\n  {other.get(ids[0])}")


def check_store(device):
    """Checks that the store of a device is undamaged and has no pending changes."""
    if device.read("PRAGMA integrity_check") != [("ok",)]:
        raise Failed("a device's store is damaged")
    status = device.summary(device.run("sync", "status", "--json"))
    if status["pending"] or status["blocked"] or status["brake"]:
        raise Failed(f"a device is not at rest: {status}")


def check_vaults(server, names):
    """Checks the invariants of the server's store.

    names: the names that devices ever had; `None` if they were not counted.
    """
    if server.read("PRAGMA integrity_check") != [("ok",)]:
        raise Failed("the server's store is damaged")
    receipts = 0
    for number, head, horizon in server.read("SELECT number, coalesce(head, 0), horizon FROM vault"):
        ((last, items, revisions),) = server.read(
            "SELECT coalesce(max(revision), 0), count(*), count(DISTINCT revision) FROM item WHERE vault = ?", number)
        if last > head or items != revisions:
            raise Failed(f"vault {number} has head {head}, but items up to {last}, {items} with {revisions} revisions")
        if last < head and not horizon:
            raise Failed(f"the last change of vault {number}, {head}, belongs to no item")
        ((old,),) = server.read(
            "SELECT count(*) FROM item WHERE vault = ? AND payload IS NULL AND revision <= ?", number, horizon)
        if old:
            raise Failed(f"vault {number} has {old} tombstones below its horizon")
        ((count,),) = server.read("SELECT count(*) FROM receipt WHERE vault = ?", number)
        receipts += count
    if names is not None and receipts > len(names):
        raise Failed(f"{receipts} receipts for {len(names)} names of devices")


def check_all(server, devices, ledger, names=None):
    """Checks all invariants. Returns a summary."""
    rounds = settle(devices)
    check_equal(devices)
    lines = ledger.check(devices[0].bodies())
    for device in devices:
        check_store(device)
    check_vaults(server, names)
    return f"{len(devices[0].notes())} notes, {lines} lines, {len(ledger.removed)} removed, at rest after {rounds} rounds"
