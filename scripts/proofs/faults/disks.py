"""Full disks, of the server and of a device."""

import contextlib
import os
import subprocess
import tempfile
from pathlib import Path

from judge import Ledger, check_all
from processes import Failed, System


class NotPossible(Exception):
    """This machine does not allow the test."""


@contextlib.contextmanager
def small_disk(folder, megabytes):
    """Mounts a small disk for the duration of the block."""
    folder.mkdir(parents=True, exist_ok=True)
    if os.geteuid() != 0:
        raise NotPossible("only root can mount a small disk")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "tmpfs", str(folder)], capture_output=True, text=True)
    if mounted.returncode:
        raise NotPossible(f"a small disk cannot be mounted: {mounted.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def fill(folder):
    """Fills a disk. Returns the file to remove to free the space."""
    ballast = folder / "ballast"
    with open(ballast, "wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"\0" * 4096)
    return ballast


def run(notesctl):
    return f"{run_server(notesctl)}; {run_removals(notesctl)}; {run_device(notesctl)}"


def run_server(notesctl):
    """Fills the server's disk: pushes fail with a reason, reads succeed, and nothing acknowledged is lost."""
    ledger = Ledger()
    with tempfile.TemporaryDirectory(prefix="notes-disk-") as folder, small_disk(Path(folder, "server"), 8), \
            System(notesctl, devices=2, folder=folder) as system:
        first, second = system.devices
        write(first, ledger, 20)
        first.sync()
        ballast = fill(system.server.home)
        write(first, ledger, 200)
        ending = first.sync(statuses=None)
        if ending.status not in (69, 75):
            raise Failed(f"a sync with a full server exits with {ending.status}: {ending.error}")
        if system.server.process.poll() is not None:
            raise Failed("the server exits when its disk is full")
        second.sync()
        if len(second.bodies()) < 20:
            raise Failed("a full server does not serve reads")
        ballast.unlink()
        summary = check_all(system.server, system.devices, ledger)
    return f"full server, then {summary}"


def run_removals(notesctl):
    """Fills the server's disk: a lost device can still be signed out, and an account be removed, also while no server runs."""
    ledger = Ledger()
    with tempfile.TemporaryDirectory(prefix="notes-disk-") as folder, small_disk(Path(folder, "server"), 12), \
            System(notesctl, devices=3, folder=folder) as system:
        first, second, third = system.devices
        for name in ("bob", "eve"):
            system.server.add_user(name)
        write(first, ledger, 200)
        first.sync()
        ballast = fill(system.server.home)
        write(first, ledger, 200)
        if first.sync(statuses=None).status not in (69, 75):
            raise Failed("a full server accepts a push")
        if not system.server.get("/readyz")[1].startswith(b"ready to read"):
            raise Failed("a full server does not report that writing fails")
        # Several in a row, since the reserve has to be there again.
        second.run("logout")
        third.run("logout")
        if second.sync(statuses=None).status == 0:
            raise Failed("a device that signed out syncs")
        system.server.operate("user", "remove", "bob", "--force")
        system.server.kill()
        system.server.operate("user", "remove", "eve", "--force")
        ballast.unlink()
        system.server.serve()
        if "bob" in system.server.operate("user", "list").output:
            raise Failed("a removed account is still there")
        first.sync()
        if len(first.bodies()) < 400:
            raise Failed("notes are lost")
    return "signed out and removed on a full disk"


def run_device(notesctl):
    """Fills a device's disk during a sync: it fails with a reason, and the next one resumes."""
    ledger = Ledger()
    with tempfile.TemporaryDirectory(prefix="notes-disk-") as folder, small_disk(Path(folder, "device-1"), 6), \
            System(notesctl, devices=1, folder=folder) as system:
        write(system.devices[0], ledger, 500)
        system.devices[0].sync()
        late = system.add_device()
        late.run("list")
        ballast = fill(late.home)
        ending = late.sync(statuses=None)
        if ending.status != 74:
            raise Failed(f"a sync on a full disk exits with {ending.status}: {ending.error}")
        if "space" not in ending.error:
            raise Failed(f"a sync on a full disk does not report it: {ending.error}")
        ballast.unlink()
        summary = check_all(system.server, system.devices, ledger)
    return f"full device, then {summary}"


def write(device, ledger, count):
    """Adds many notes at once by an import."""
    folder = device.home / "vault"
    folder.mkdir(exist_ok=True)
    for _ in range(count):
        line = ledger.mint()
        (folder / f"{line}.md").write_text(f"{line}\n" + "It rains on the canal.\n" * 40)
    device.run("import", str(folder))
    for file in folder.iterdir():
        ledger.acknowledge(file.stem)
        file.unlink()
