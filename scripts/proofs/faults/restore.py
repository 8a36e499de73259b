"""A server restored from a backup, with devices that have newer changes."""

import random
import shutil

from judge import Ledger, check_all
from people import Person
from processes import Failed, System


def run(notesctl, syncs, seed, devices=3):
    dice = random.Random(seed)
    ledger = Ledger()
    with System(notesctl, devices=devices) as system:
        people = [Person(device, ledger, dice) for device in system.devices]
        epochs = [work(system, people, dice, syncs)]
        backup = system.folder / "backup.sqlite"
        # Online: the server and the devices keep running.
        system.server.operate("backup", str(backup))
        work(system, people, dice, syncs)
        refused = system.server.operate("restore", str(backup), statuses=None)
        if not refused.status:
            raise Failed("a backup is restored under a running server")
        system.server.stop()
        system.server.operate("restore", str(backup))
        system.server.serve()
        epochs.append(work(system, people, dice, syncs))
        if epochs[0] == epochs[1]:
            raise Failed("a restored vault has its old epoch")
        # Again by hand, by replacing the file.
        later = system.folder / "later.sqlite"
        system.server.operate("backup", str(later))
        work(system, people, dice, syncs)
        for person in people:
            person.sync(is_killed=False)
        system.server.stop()
        for file in system.server.home.glob("server.sqlite*"):
            if not file.name.endswith("lock"):
                file.unlink()
        shutil.copy(later, system.server.store)
        system.server.serve()
        # Devices with newer changes must sync before others advance the vault, or the server cannot detect the restore.
        for person in people:
            person.sync(is_killed=False)
        epochs.append(work(system, people, dice, syncs))
        if len(set(epochs)) < 3:
            raise Failed(f"a vault whose file was replaced has its old epoch: {epochs}")
        summary = check_all(system.server, system.devices, ledger)
    return f"{5 * syncs} syncs, {len(set(epochs))} epochs; {summary}"


def work(system, people, dice, syncs):
    """Simulates users. Returns the epoch of the first device afterwards."""
    for _ in range(syncs):
        person = dice.choice(people)
        for _ in range(dice.randint(0, 3)):
            person.act()
        person.sync(is_killed=False)
    people[0].sync(is_killed=False)
    return system.devices[0].read("SELECT lower(hex(epoch)) FROM sync_state")[0][0]
