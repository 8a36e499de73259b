"""Networks that drop, delay, repeat and cut off, at random and at every byte."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

from judge import Ledger, check_all
from people import Person
from processes import Failed, System
from proxy import HARMLESS, Fate, Proxy


def bad_luck(dice):
    """A network on a bad day: about every third request meets something."""

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
    """Devices sync over a bad network, with edits in between."""
    dice, luck = random.Random(seed), random.Random(seed + 1)
    ledger, names = Ledger(), set()
    with System(notesctl) as system:
        proxy = Proxy(system.server.port)
        for _ in range(devices):
            system.add_device(port=proxy.port)
        proxy.fate = bad_luck(luck)
        people = [Person(device, ledger, dice) for device in system.devices]
        for _ in range(syncs):
            person = dice.choice(people)
            for _ in range(dice.randint(0, 3)):
                person.act()
            # Five tries may all fail; what has to be true is true all the same.
            person.sync(is_killed=False)
            names.update(name for name in [person.device.name()] if name)
        proxy.fate = lambda request: HARMLESS
        proxy.release()
        words = check_all(system.server, system.devices, ledger, names)
        check_revisions(system.server, proxy)
        proxy.close()
    return f"{syncs} syncs, {len(proxy.applied)} revisions without gap; {words}"


def check_revisions(server, proxy):
    """Each revision was given once, and none was left out."""
    if proxy.trouble:
        raise Failed(proxy.trouble)
    ((epoch, head),) = server.read("SELECT lower(hex(bits)), vault.head FROM epoch JOIN vault ON vault = vault.number")
    # Only what the server never answered, since the request was cut off at its end, can have been given unseen.
    missing = proxy.gaps({epoch: (1, head)})
    if missing:
        raise Failed(f"nobody was given the revisions {missing[:5]}")


class Knife:
    """Cuts the next request of a kind, or its answer, at one place."""

    def __init__(self):
        self.route = None
        self.cut = HARMLESS
        self.size = 0  # of the last request of that kind

    def __call__(self, request):
        if not self.route or self.route not in request.split(b"\r\n", 1)[0]:
            return HARMLESS
        self.size = len(request)
        fate, self.cut, self.route = self.cut, HARMLESS, None
        return fate


def run_cuts(notesctl, step, jobs=4):
    """Cuts one exchange at every byte, or at every so many."""
    with System(notesctl) as system:
        workers = [CutWorker(system, number) for number in range(jobs)]
        places = [
            (route, side, place) for route in (b"/push ", b"/changes?") for side in ("request", "answer")
            for place in range(0, workers[0].sizes[route, side], step)
        ]
        queue = iter(places)
        lock = threading.Lock()

        def work(worker):
            while True:
                with lock:
                    place = next(queue, None)
                if place is None:
                    return
                worker.cut_at(*place)

        with ThreadPoolExecutor(jobs) as pool:
            for done in [pool.submit(work, worker) for worker in workers]:
                done.result()
        ledger = Ledger()
        for worker in workers:
            ledger.acknowledged |= worker.lines
        words = check_all(system.server, system.devices, ledger)
        check_once(system.devices[0], ledger)
        for worker in workers:
            worker.proxy.close()
    return f"{len(places)} places; {words}"


def check_once(device, ledger):
    """What was sent again was not taken twice, and nothing became a copy."""
    notes = device.notes()
    if len(notes) != len(ledger.acknowledged):
        raise Failed(f"{len(ledger.acknowledged)} notes were written, and there are {len(notes)}")


class CutWorker:
    """A device behind a proxy of its own."""

    def __init__(self, system, number):
        self.knife = Knife()
        self.proxy = Proxy(system.server.port, self.knife)
        self.device = system.add_device(port=self.proxy.port)
        self.number = number
        self.lines = set()
        self.answers = {}
        self.sizes = self.measure()

    def measure(self):
        """How long requests and answers are."""
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

    def cut_at(self, route, side, place):
        self.write()
        self.knife.cut = Fate(cuts_request=place) if side == "request" else Fate(cuts_answer=place)
        self.knife.route = route
        self.device.sync(statuses=(0, 69, 75, 76))
        if self.knife.route:
            raise Failed(f"there was no {route.decode().strip()} to cut")
        status = self.device.summary(self.device.sync("--json"))
        if status["blocked"]:
            raise Failed(f"cut at byte {place} of the {side} of {route.decode().strip()}: a note is left out of sync")
