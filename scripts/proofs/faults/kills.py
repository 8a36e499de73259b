"""Kills the server and devices at random times."""

import random
import threading

from judge import Ledger, check_all
from people import Person
from processes import Failed, System
from stores import is_readable


def run(notesctl, syncs, seed, devices=3):
    dice = random.Random(seed)
    ledger, names = Ledger(), set()
    killed = {"device": 0, "server": 0, "edit": 0}
    with System(notesctl, devices=devices) as system:
        people = [Person(device, ledger, dice) for device in system.devices]
        for _ in range(syncs):
            person = dice.choice(people)
            for _ in range(dice.randint(0, 3)):
                is_killed = dice.random() < 0.2
                killed["edit"] += is_killed
                person.act(is_killed)
            sync_once(system.server, person, dice, killed)
            if not is_readable(person.device.store):
                raise Failed("a device's store cannot be read")
            names.update(name for name in [person.device.name()] if name)
        summary = check_all(system.server, system.devices, ledger, names)
    return f"{syncs} syncs, killed {killed['device']} devices, {killed['edit']} edits, {killed['server']} servers; {summary}"


def sync_once(server, person, dice, killed):
    draw = dice.random()
    if draw < 0.3:
        killed["device"] += 1
        person.sync(is_killed=True)
    elif draw < 0.6:
        killed["server"] += 1
        timer = threading.Timer(dice.uniform(0, 1.2 * person.times["sync"]), server.kill)
        timer.start()
        # Without a server, a device waits and retries for longer than this test.
        person.device.run_killed(4 * person.times["sync"] + 0.2, "sync")
        timer.join()
        if not is_readable(server.store):
            raise Failed("the server's store cannot be read")
        server.serve()
    else:
        person.sync(is_killed=False)
