"""Attacks on a server by accounts and a stranger with four addresses; a program of its own, which abuse.py runs.

It gives way to other processes (nice), and prepares its bytes: the attackers of a real server do not use its cores.
"""

import hashlib
import json
import os
import resource
import sys
import threading
import time
from collections import Counter

from clients import PIECE, Connection, batch, head, random_id, request

ADDRESSES = [f"127.0.0.{number}" for number in range(2, 6)]
PAUSE = 0.02  # seconds between two attempts of one attacker
RETRY = 1  # seconds until the next attempt of one whose connection was closed
LARGEST = 32_000_000  # bytes of a request
LEASE = 20_000_000  # bytes that are announced, and hardly sent
BLOBS = [hashlib.sha256(b"%05d" % number).hexdigest() for number in range(1000)]

# name: (number of attackers at a time, function). A function makes one attempt.
ATTACKS = {}


def attack(attackers):
    def register(function):
        ATTACKS[function.__name__] = (attackers, function)
        return function

    return register


class Attacker:
    """One of the attackers: an address, a token of the malicious account, and a name of a device with its batches."""

    def __init__(self, target, number):
        self.port = target["port"]
        self.epoch = target["epoch"]
        self.end = target["end"]
        self.address = ADDRESSES[number % len(ADDRESSES)]
        self.index = number
        signed = target["signed"][number % len(target["signed"])]
        # One of several accounts that conspire.
        self.accomplice = target["accounts"][number % len(target["accounts"])]
        self.token, self.vault = signed["token"], signed["vault"]
        self.device, self.number = os.urandom(16).hex(), 1
        self.connection = None
        self.turns = 0
        self.statuses = Counter()

    def run(self, attempt):
        while time.time() < self.end:
            try:
                attempt(self)
            except OSError as error:
                self.statuses["silence" if isinstance(error, TimeoutError) else "closed"] += 1
                self.leave()
                time.sleep(min(RETRY, max(0, self.end - time.time())))
            time.sleep(PAUSE)
        self.leave()

    def connect(self, window=None):
        """Returns the connection of the last attempt, or a new one."""
        if self.connection is None:
            self.connection = Connection(self.port, self.address, max(0.1, self.end - time.time()), window)
        return self.connection

    def turn(self):
        self.turns += 1
        return self.turns

    def leave(self):
        if self.connection:
            self.connection.socket.close()
        self.connection = None

    def ask(self, *parts):
        return self.count(self.connect().ask(*parts))

    def count(self, answer):
        self.statuses[str(answer[0])] += 1
        return answer

    def send(self, data):
        """Sends data until the end of the attack."""
        view = memoryview(data)
        for offset in range(0, len(view), PIECE):
            if time.time() > self.end:
                raise TimeoutError
            self.connect().send(view[offset : offset + PIECE])

    def hold(self):
        """Keeps the connection open, until the server closes it or the attack ends."""
        self.connect().socket.settimeout(max(0.1, self.end - time.time()))
        while data := self.connect().receive():
            self.statuses[data.split(b" ", 2)[1].decode(errors="replace")] += 1

    def push(self, changes, device=None):
        body = batch(changes, self.epoch, device or self.device, 1 if device else self.number)
        status, _ = self.ask(head(f"POST /v1/vaults/{self.vault}/push", self.token, len(body)), body)
        # Only an executed batch uses up a number.
        self.number += status == 200 and not device


# Memory.


@attack(60)
def bodies(attacker):
    """Sends bodies of 32 MB."""
    attacker.connect().send(head(f"POST /v1/vaults/{attacker.vault}/push", attacker.token, LARGEST))
    attacker.send(HUGE)
    attacker.count(attacker.connect().answer())


@attack(60)
def drips(attacker):
    """Sends bodies of 32 MB, all but a few bytes, and those one by one."""
    attacker.connect().send(head(f"POST /v1/vaults/{attacker.vault}/push", attacker.token, LARGEST))
    attacker.send(HUGE[: LARGEST - 1000])
    while time.time() < attacker.end:
        time.sleep(1)
        attacker.connect().send(b"A")


@attack(40)
def unread(attacker):
    """Requests the whole vault, and reads nothing."""
    page = f"GET /v1/vaults/{attacker.vault}/changes?after=0&limit=1000&epoch={attacker.epoch}"
    attacker.connect(window=4096).send(request(page, attacker.token))
    attacker.statuses["requested"] += 1
    time.sleep(max(0, attacker.end - time.time()))


@attack(64)
def items(attacker):
    """Requests one item of 8 MB at a time, again and again."""
    attacker.ask(request(
        f"GET /v1/vaults/{attacker.vault}/changes?after=0&limit=1&epoch={attacker.epoch}", attacker.token))


@attack(3)
def leases(attacker):
    """Announces 20 MB for each of three accounts: two send them at 10 kB/s, the third sends nothing."""
    account = attacker.accomplice
    attacker.connect().send(head(f"POST /v1/vaults/{account['vault']}/push", account["token"], LEASE))
    while time.time() < attacker.end:
        if attacker.index % 3:
            attacker.connect().send(b"A" * 10_000)
        time.sleep(1)
    raise TimeoutError


# The writer.


@attack(6)
def references(attacker):
    """Sends notes with 1,000 attachments each: 215 in a batch, or one, or one whose last attachment is missing."""
    turn = attacker.turn()
    attacker.push(notes(1 if turn % 3 else 215, base=0, count=1000, isMissing=turn % 3 == 2))


@attack(6)
def conflicts(attacker):
    """Sends notes with a wrong revision: 215 with 1,000 attachments each, or 1,000 with one."""
    attacker.push(notes(1000, base=1, count=1) if attacker.turn() % 3 else notes(215, base=1, count=1000))


def notes(number, base, count, isMissing=False):
    digests = sorted(BLOBS[1:count] + ["f" * 64]) if isMissing else sorted(BLOBS[:count])
    blobs = ",".join(f'"sha256:{digest}"' for digest in digests)
    return ",".join(
        f'{{"base":{base},"blobs":[{blobs}],"data":"AAAA","id":"{random_id()}","op":"put"}}' for _ in range(number)
    ).encode()


# The store.


@attack(4)
def tombstones(attacker):
    """Deletes notes that never existed."""
    attacker.push(",".join(f'{{"base":0,"id":"{random_id()}","op":"delete"}}' for _ in range(1000)).encode())


@attack(4)
def receipts(attacker):
    """Sends changes that are refused, under invented names of devices."""
    changes = (
        f'{{"base":0,"blobs":["sha256:{"e" * 64}"],"data":"AAAA","id":"{random_id()}","op":"put"}}' for _ in range(1000))
    attacker.push(",".join(changes).encode(), device=os.urandom(16).hex())


@attack(4)
def blobs(attacker):
    """Sends attachments of five bytes."""
    content = os.urandom(4).hex().encode()[:5] + b"%d" % (attacker.statuses.total())
    path = f"PUT /v1/vaults/{attacker.vault}/blobs/{hashlib.sha256(content).hexdigest()}"
    field = f"Content-Range: bytes 0-{len(content) - 1}/{len(content)}"
    attacker.ask(head(path, attacker.token, len(content), field), content)


# Connections and threads.


@attack(1100)
def crowd(attacker):
    """Keeps connections of one account open, each with a request now and then."""
    attacker.ask(request("GET /v1/devices", attacker.token))
    time.sleep(min(5, max(0, attacker.end - time.time())))


@attack(1100)
def strangers(attacker):
    """Begins to sign in, and sends no body."""
    attacker.connect().send(head("POST /v1/sign-in", size=300))
    attacker.hold()


@attack(16)
def pages(attacker):
    """Requests the whole vault again and again, and reads it."""
    attacker.ask(request(
        f"GET /v1/vaults/{attacker.vault}/changes?after=0&limit=1000&epoch={attacker.epoch}", attacker.token))


@attack(8)
def noise(attacker):
    """Sends requests without a token, each of which is logged. Nothing reads the log meanwhile."""
    for _ in range(20):
        attacker.ask(request("GET /v1/devices"))


@attack(200)
def mixture(attacker):
    """Plays all attacks before it at once."""
    others = [function for name, (_, function) in ATTACKS.items() if name not in ("mixture", "guesses")]
    others[attacker.index % len(others)](attacker)


# Last, since the server still checks passwords afterwards.


@attack(32)
def guesses(attacker):
    """Signs in under random names."""
    body = {"protocol": 1, "name": f"x{os.urandom(4).hex()}", "password": "wrong " * 4, "label": "x"}
    attacker.ask(request("POST /v1/sign-in", body=json.dumps(body).encode()))


def huge(epoch):
    """Returns a batch of 32 MB with one note that is too large."""
    note = b'{"base":0,"data":"%s","id":"%s","op":"put"}'
    name, device = random_id().encode(), os.urandom(16).hex()
    rest = len(batch(note % (b"", name), epoch, device, 1))
    body = batch(note % (b"AAAA" * ((LARGEST - rest) // 4), name), epoch, device, 1)
    return body + b" " * (LARGEST - len(body))


def main():
    global HUGE
    name, target = sys.argv[1], json.load(sys.stdin)
    os.nice(10)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    threading.stack_size(1 << 18)
    count, attempt = ATTACKS[name]
    if name in ("bodies", "drips", "mixture"):
        HUGE = huge(target["epoch"])
    target["end"] = time.time() + target["seconds"]
    attackers = [Attacker(target, number) for number in range(count)]
    threads = [threading.Thread(target=one.run, args=(attempt,), daemon=True) for one in attackers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0, target["end"] + 1 - time.time()))
    statuses = sum((one.statuses for one in attackers), Counter())
    print(json.dumps(statuses))
    # Without waiting for threads that are still connecting.
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
