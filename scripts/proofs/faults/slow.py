"""A first sync over a slow and broken link."""

import contextlib
import queue
import random
import socket
import struct
import threading
import time

from processes import Device, Failed, System

RATE = 40_000  # bytes per second in each direction
ROUND_TRIP = 0.3  # seconds
LOSS = 0.02  # of the packets
PACKET = 1460  # bytes
RETRANSMISSION = 1.0  # seconds until a lost retransmission is repeated
BETWEEN_CUTS = 60  # seconds, on average
SPEEDUP = 8  # of a short run
LOST_BY_CUT = 1_500_000  # bytes: at most a page or a batch in Base64
BURST = 0.05  # seconds that the link makes up for when this program was late


class Link:
    """A slow link to a server, as it looks to programs that use TCP over it.

    Programs never see a lost packet: TCP sends it again, and everything behind it waits. So each packet takes its time at
    the rate of the link and arrives half a round trip later, a lost one delays those behind it by a round trip, and one
    that is lost twice by the retransmission timer. All connections share the rate. From time to time the link is lost:
    all connections are reset, and what is under way is gone. Small buffers on both sides let the programs notice how
    slow the link is. Not modelled: congestion control, which the given rate includes, and reordering.
    """

    def __init__(self, upstream, dice=None, speedup=1):
        self.upstream = upstream
        self.dice = dice  # none for a perfect link
        self.rate = RATE * speedup
        self.speedup = speedup
        self.lock = threading.Lock()
        self.passed = {"up": 0, "down": 0}
        self.free = {"up": 0.0, "down": 0.0}  # the time at which the link can carry the next packet
        self.until_cut = self.draw_cut()
        self.cuts = 0
        self.connections = set()
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(64)
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.accept, daemon=True)
        self.thread.start()

    def draw_cut(self):
        """Returns the number of bytes until the connections are cut, so that waiting costs nothing."""
        return self.dice.expovariate(1 / (BETWEEN_CUTS * RATE)) if self.dice else float("inf")

    def close(self):
        # Closing alone does not end the thread's accept call.
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join(5)

    def accept(self):
        while True:
            try:
                device, _ = self.listener.accept()
            except OSError:
                return
            server = socket.socket()
            server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
            server.connect(("127.0.0.1", self.upstream))
            with self.lock:
                self.connections.add((device, server))
            for source, target, direction in ((device, server, "up"), (server, device, "down")):
                source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                packets = queue.Queue()
                threading.Thread(target=self.carry, args=(source, packets, direction), daemon=True).start()
                threading.Thread(target=self.deliver, args=(packets, target), daemon=True).start()

    def carry(self, source, packets, direction):
        """Takes packets from one side, at the rate of the link."""
        with contextlib.suppress(OSError):
            while data := source.recv(PACKET if self.dice else 1 << 16):
                due = self.schedule(len(data), direction)
                packets.put((due, data))
                if self.dice:
                    # Half a round trip is the packet's own, and does not occupy the link.
                    time.sleep(max(0, due - ROUND_TRIP / 2 / self.speedup - time.monotonic()))
        packets.put((0, b""))

    def schedule(self, size, direction):
        """Returns the time at which a packet arrives."""
        with self.lock:
            self.passed[direction] += size
            if not self.dice:
                return 0
            self.until_cut -= size
            if self.until_cut < 0:
                self.cut()
            delay = size / self.rate
            if self.dice.random() < LOSS:
                delay += (RETRANSMISSION if self.dice.random() < LOSS else ROUND_TRIP) / self.speedup
            self.free[direction] = max(self.free[direction], time.monotonic() - BURST) + delay
            return self.free[direction] + ROUND_TRIP / 2 / self.speedup

    def deliver(self, packets, target):
        with contextlib.suppress(OSError):
            while True:
                due, data = packets.get()
                time.sleep(max(0, due - time.monotonic()))
                if not data:
                    target.shutdown(socket.SHUT_WR)
                    return
                target.sendall(data)

    def cut(self):
        """Resets all connections, without what is under way."""
        self.cuts += 1
        self.until_cut = self.draw_cut()
        for pair in self.connections:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    end.shutdown(socket.SHUT_RDWR)
                    end.close()
        self.connections.clear()


class Household:
    """An account with a device that has notes and one that has none, both behind one link."""

    def __init__(self, system, user, link):
        self.link = link
        system.server.add_user(user)
        self.devices = []
        for name in ("first", "second"):
            device = Device(system.notesctl, system.folder / f"{user}-{name}")
            device.login(link.port, user)
            self.devices.append(device)

    def sync(self, device, limit):
        """Syncs until a sync succeeds. Returns the seconds and the number of syncs."""
        start, syncs = time.monotonic(), 0
        while True:
            syncs += 1
            process = device.start("sync", pipe=False)
            while process.poll() is None:
                if time.monotonic() - start > limit:
                    process.kill()
                    process.wait()
                    raise Failed(f"the first sync takes more than {limit:.0f} s, in {syncs} syncs")
                time.sleep(0.02)
            if process.returncode == 0:
                return time.monotonic() - start, syncs
            if process.returncode not in (69, 75):
                raise Failed(f"a sync over a slow link exits with {process.returncode}")


def write_notes(folder, amount, dice):
    """Writes Markdown files with about 800 bytes of text each."""
    folder.mkdir()
    words = ["".join(dice.choices("abcdefghijklmnopqrstuvwxyz", k=dice.randint(2, 11))) for _ in range(2000)]
    for number in range(amount):
        text = " ".join(dice.choices(words, k=110))
        (folder / f"{number:06}.md").write_text(f"# Note {number}\n\n{text}\n")


def run(notesctl, amount, seed):
    """Sends all notes of one device and receives them on another, each in at most twice the time of the bytes.

    In a short run the processors would decide the time, and chance the number of cuts. There each cut costs at most
    what was under way.
    """
    dice = random.Random(seed)
    speedup = 1 if amount >= 10_000 else SPEEDUP
    reports = []
    with System(notesctl, user="operator") as system:
        write_notes(system.folder / "notes", amount, dice)
        links = [Link(system.server.port), Link(system.server.port, dice, speedup)]
        perfect, slow = (Household(system, user, link) for user, link in zip(("ada", "ben"), links))
        for household in (perfect, slow):
            household.devices[0].run("import", str(system.folder / "notes"))
        for index, (direction, title) in enumerate((("up", "sent"), ("down", "received"))):
            needed, _ = measure(perfect, index, direction, limit=600)
            fastest = needed / slow.link.rate
            before = slow.link.cuts
            passed, (seconds, syncs) = measure(slow, index, direction, limit=10 * fastest)
            cuts = slow.link.cuts - before
            report = (f"{title} in {seconds / fastest:.2f} times the {fastest:.0f} s of {needed / 1e6:.1f} MB, "
                      f"{cuts} cuts, {passed / needed:.2f} times the bytes, {syncs} syncs")
            is_too_much = seconds > 2 * fastest if speedup == 1 else passed > 1.1 * needed + cuts * LOST_BY_CUT
            if is_too_much:
                raise Failed(f"{amount} notes: {report}")
            reports.append(report)
        bodies = [sorted(device.bodies().values()) for device in (*perfect.devices, *slow.devices)]
        if len(bodies[0]) != amount or any(other != bodies[0] for other in bodies):
            raise Failed("the devices have different notes")
        for link in links:
            link.close()
    return f"{amount} notes; {'; '.join(reports)}"


def measure(household, index, direction, limit):
    """Syncs a device. Returns the bytes that passed in a direction, and the result of the sync."""
    before = household.link.passed[direction]
    result = household.sync(household.devices[index], limit)
    return household.link.passed[direction] - before, result
