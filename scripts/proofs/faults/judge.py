"""What must hold when all is quiet, looked at from outside."""

import re

from processes import Failed

ROUNDS = 40
LINE = re.compile(r"line-\d{6}")


class Ledger:
    """The lines that people wrote, each with a number of its own."""

    def __init__(self):
        self.count = 0
        self.acknowledged = set()
        self.removed = set()

    def mint(self):
        self.count += 1
        return f"line-{self.count:06}"

    def acknowledge(self, line):
        """The program said that it has the line."""
        self.acknowledged.add(line)

    def remove(self, text):
        """A person took a text out for good, or began to: nobody promises its lines any more."""
        self.removed.update(LINE.findall(text))

    def check(self, bodies):
        """All acknowledged lines are in some note, and none is twice in one."""
        seen = set()
        for note, body in bodies.items():
            lines = LINE.findall(body)
            if len(lines) != len(set(lines)):
                raise Failed(f"a line stands twice in {note}")
            seen.update(lines)
        lost = self.acknowledged - self.removed - seen
        if lost:
            raise Failed(f"lost: {', '.join(sorted(lost)[:10])} ({len(lost)} in all)")
        return len(seen)


def settle(devices):
    """All devices sync until nothing is left to say. Returns how many rounds that took."""
    for number in range(ROUNDS):
        moved = 0
        for device in devices:
            ending = device.sync("--json", statuses=(0, 77))
            if ending.status == 77:
                ending = device.sync("--json", "--accept-deletions")
            summary = device.summary(ending)
            moved += sum(summary[key] for key in ("sent", "received", "deleted", "merged", "copied"))
            if summary["blocked"]:
                raise Failed(f"{summary['blocked']} notes are left out of sync")
        if not moved:
            return number
    raise Failed(f"still not at rest after {ROUNDS} rounds")


def check_equal(devices):
    """All devices have the same notes, with all that belongs to them."""
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
    """The store of a device is whole, and has nothing left to send."""
    if device.read("PRAGMA integrity_check") != [("ok",)]:
        raise Failed("a device's store is damaged")
    status = device.summary(device.run("sync", "status", "--json"))
    if status["pending"] or status["blocked"] or status["brake"]:
        raise Failed(f"a device is not at rest: {status}")


def check_vaults(server, names):
    """The file of the server keeps what sync promises of it.

    names: the names that devices ever took; `None` when nobody counted them.
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
            raise Failed(f"the last change of vault {number}, {head}, is that of no item")
        ((old,),) = server.read(
            "SELECT count(*) FROM item WHERE vault = ? AND payload IS NULL AND revision <= ?", number, horizon)
        if old:
            raise Failed(f"vault {number} has {old} tombstones below its horizon")
        ((count,),) = server.read("SELECT count(*) FROM receipt WHERE vault = ?", number)
        receipts += count
    if names is not None and receipts > len(names):
        raise Failed(f"{receipts} receipts for {len(names)} names of devices")


def check_all(server, devices, ledger, names=None):
    """Everything. Returns a few words about it."""
    rounds = settle(devices)
    check_equal(devices)
    lines = ledger.check(devices[0].bodies())
    for device in devices:
        check_store(device)
    check_vaults(server, names)
    return f"{len(devices[0].notes())} notes, {lines} lines, {len(ledger.removed)} removed, at rest after {rounds} rounds"
