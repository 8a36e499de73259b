"""Networks that drop, delay, repeat and truncate, at random and at every byte."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

from judge import Ledger, check_all
from people import Person
from processes import Failed, System
from proxy import HARMLESS, Fate, Proxy


def random_fates(dice):
    """Returns random fates: about every third request has a fault."""

    def fate(request):
        draw = dice.random()
        if draw < 0.05:
            return Fate(loses_request=True)
        if draw < 0.10:
            return Fate(loses_answer=True)
        if draw < 0.15:
            return Fate(repeats=True)
        if draw < 0.20:
            return Fate(later=True)
        if draw < 0.25:
            return Fate(cuts_request=dice.randrange(len(request)))
        if draw < 0.30:
            return Fate(cuts_answer=dice.randrange(200))
        return Fate(delay=dice.choice([0, 0, 0, 0.02]), delay_of_answer=dice.choice([0, 0, 0, 0.02]))

    return fate


def run_faulty(notesctl, syncs, seed, devices=3):
    """Syncs devices over a faulty network, with edits in between."""
    dice, luck = random.Random(seed), random.Random(seed + 1)
    ledger, names = Ledger(), set()
    with System(notesctl) as system:
        proxy = Proxy(system.server.port)
        for _ in range(devices):
            system.add_device(port=proxy.port)
        proxy.fate = random_fates(luck)
        people = [Person(device, ledger, dice) for device in system.devices]
        for _ in range(syncs):
            person = dice.choice(people)
            for _ in range(dice.randint(0, 3)):
                person.act()
            # All five attempts may fail; the invariants hold anyway.
            person.sync(is_killed=False)
            names.update(name for name in [person.device.name()] if name)
        proxy.fate = lambda request: HARMLESS
        proxy.release()
        summary = check_all(system.server, system.devices, ledger, names)
        check_revisions(system.server, proxy)
        proxy.close()
    return f"{syncs} syncs, {len(proxy.applied)} revisions without gap; {summary}"


def check_revisions(server, proxy):
    """Checks that each revision was assigned once, without gaps."""
    if proxy.trouble:
        raise Failed(proxy.trouble)
    ((epoch, head),) = server.read("SELECT lower(hex(bits)), vault.head FROM epoch JOIN vault ON vault = vault.number")
    # A request that was truncated at its end has no response, so its revision can be assigned unobserved.
    missing = proxy.gaps({epoch: (1, head)})
    if missing:
        raise Failed(f"the revisions {missing[:5]} were never assigned")


class Knife:
    """Truncates the next request of a route, or its response, at an offset."""

    def __init__(self):
        self.route = None
        self.cut = HARMLESS
        self.size = 0  # of the last request of that route

    def __call__(self, request):
        if not self.route or self.route not in request.split(b"\r\n", 1)[0]:
            return HARMLESS
        self.size = len(request)
        fate, self.cut, self.route = self.cut, HARMLESS, None
        return fate


def run_cuts(notesctl, step, jobs=4):
    """Truncates one exchange at every byte, or at every `step` bytes."""
    with System(notesctl) as system:
        workers = [CutWorker(system, number) for number in range(jobs)]
        cuts = [
            (route, side, offset) for route in (b"/push ", b"/changes?") for side in ("request", "answer")
            for offset in range(0, workers[0].sizes[route, side], step)
        ]
        queue = iter(cuts)
        lock = threading.Lock()

        def work(worker):
            while True:
                with lock:
                    cut = next(queue, None)
                if cut is None:
                    return
                worker.cut_at(*cut)

        with ThreadPoolExecutor(jobs) as pool:
            for done in [pool.submit(work, worker) for worker in workers]:
                done.result()
        ledger = Ledger()
        for worker in workers:
            ledger.acknowledged |= worker.lines
        summary = check_all(system.server, system.devices, ledger)
        check_once(system.devices[0], ledger)
        for worker in workers:
            worker.proxy.close()
    return f"{len(cuts)} offsets; {summary}"


def check_once(device, ledger):
    """Checks that repeated requests were applied once and created no copies."""
    notes = device.notes()
    if len(notes) != len(ledger.acknowledged):
        raise Failed(f"{len(ledger.acknowledged)} notes were written, and {len(notes)} exist")


class CutWorker:
    """A device with its own proxy."""

    def __init__(self, system, number):
        self.knife = Knife()
        self.proxy = Proxy(system.server.port, self.knife)
        self.device = system.add_device(port=self.proxy.port)
        self.number = number
        self.lines = set()
        self.answers = {}
        self.sizes = self.measure()

    def measure(self):
        """Returns the sizes of requests and responses by route."""
        sizes = {}
        real = self.proxy.exchange

        def exchange(request):
            answer = real(request)
            for route in (b"/push ", b"/changes?"):
                if route in request.split(b"\r\n", 1)[0]:
                    sizes[route, "request"], sizes[route, "answer"] = len(request), len(answer)
            return answer

        self.proxy.exchange = exchange
        self.write()
        self.device.sync()
        self.proxy.exchange = real
        return sizes

    def write(self):
        line = f"line-{self.number * 100_000 + len(self.lines):06}"
        self.device.add(line + "\n")
        self.lines.add(line)

    def cut_at(self, route, side, offset):
        self.write()
        self.knife.cut = Fate(cuts_request=offset) if side == "request" else Fate(cuts_answer=offset)
        self.knife.route = route
        self.device.sync(statuses=(0, 69, 75, 76))
        if self.knife.route:
            raise Failed(f"no {route.decode().strip()} request to truncate")
        status = self.device.summary(self.device.sync("--json"))
        if status["blocked"]:
            raise Failed(f"truncated at byte {offset} of the {side} of {route.decode().strip()}: sync skips a note")
