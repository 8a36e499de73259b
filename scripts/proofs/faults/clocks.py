"""Clocks that are ten years off, and jump."""

import random

from judge import Ledger, check_all
from people import Person
from processes import System

TIMES = ["2016-01-01T00:00:00Z", "2026-11-21T12:00:00Z", "2036-12-31T23:59:59Z", "1970-01-01T00:00:00Z"]

CONTEXT = """objects:
  clock:
    class: StoppedClock
    as: WallClock
    properties:
      time: {time}
"""


def run(notesctl, syncs, seed, devices=3):
    """Steps the clock of a device around each of its syncs, and that of the server after every tenth."""
    dice = random.Random(seed)
    ledger = Ledger()
    with System(notesctl, devices=devices) as system:
        people = [Person(device, ledger, dice) for device in system.devices]
        for number in range(syncs):
            person = dice.choice(people)
            step(person.device, dice)
            for _ in range(dice.randint(0, 3)):
                person.act()
            step(person.device, dice)
            person.sync(is_killed=False)
            if number % 10 == 9:
                system.server.stop()
                step(system.server, dice)
                system.server.serve()
        for device in system.devices:
            # The server signs out a device that was not used for a year, by a clock that may be wrong.
            device.run("logout", statuses=(0, 69, 75, 77, 78))
            device.login(system.server.port, system.user)
        summary = check_all(system.server, system.devices, ledger)
    return f"{syncs} syncs; {summary}"


def step(program, dice):
    """Sets the clock of a program to a random or to the right time."""
    time = dice.choice([None, *TIMES])
    if not time:
        program.options = []
        return
    file = program.home / "clock.yaml"
    file.write_text(CONTEXT.format(time=time))
    program.options = ["--context", str(file)]
