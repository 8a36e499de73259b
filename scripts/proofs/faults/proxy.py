"""A proxy that understands just enough of HTTP to do harm to whole requests and answers, or to any byte of them."""

import contextlib
import json
import socket
import threading
import time
from dataclasses import dataclass


@dataclass
class Fate:
    """What becomes of one request and its answer."""

    delay: float = 0  # seconds, before the request goes on
    loses_request: bool = False
    cuts_request: int | None = None  # how many bytes of it go on
    repeats: bool = False  # whether the request arrives twice; the answer to the second comes back
    later: bool = False  # whether it arrives once more, after whatever comes next
    loses_answer: bool = False
    cuts_answer: int | None = None
    delay_of_answer: float = 0


HARMLESS = Fate()


class Closed(Exception):
    """The other side has nothing more to say."""


class Stream:
    """One direction of a connection, read message by message."""

    def __init__(self, connection):
        self.connection = connection
        self.rest = b""

    def message(self, method=None):
        """The next request or answer, as bytes."""
        while b"\r\n\r\n" not in self.rest:
            self.fill()
        head, _, _ = self.rest.partition(b"\r\n\r\n")
        fields = {}
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b":")
            fields[name.strip().lower()] = value.strip()
        size = len(head) + 4
        if fields.get(b"transfer-encoding", b"").lower() == b"chunked":
            while not self.rest[size:].endswith(b"0\r\n\r\n"):
                self.fill()
            size = len(self.rest)
        elif method != b"HEAD":
            size += int(fields.get(b"content-length", 0))
        while len(self.rest) < size:
            self.fill()
        message, self.rest = self.rest[:size], self.rest[size:]
        return message

    def fill(self):
        data = self.connection.recv(1 << 16)
        if not data:
            raise Closed
        self.rest += data


class Proxy:
    """Stands between devices and a server. `fate` is asked for each request; all answers of the server are remembered."""

    def __init__(self, upstream, fate=lambda request: HARMLESS):
        self.upstream = upstream
        self.fate = fate
        self.held = []  # requests that are to arrive once more
        self.applied = {}  # (epoch, revision) by who it was given to: (device, number of the batch, place in it)
        self.trouble = None
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.accept, daemon=True)
        self.thread.start()

    def close(self):
        # Closing alone would leave the thread in its call.
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join(5)

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection, contextlib.suppress(Closed, OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            stream = Stream(connection)
            while True:
                request = stream.message()
                with self.lock:
                    fate = self.fate(request)
                if not self.carry(request, fate, connection):
                    return

    def carry(self, request, fate, connection):
        """Carries one request. Returns whether the connection goes on."""
        time.sleep(fate.delay)
        if fate.loses_request:
            return False
        if fate.cuts_request is not None:
            self.part(request[: fate.cuts_request])
            return False
        answer = self.exchange(request)
        if fate.repeats:
            answer = self.exchange(request)
        self.release()
        if fate.later:
            with self.lock:
                self.held.append(request)
        time.sleep(fate.delay_of_answer)
        if fate.loses_answer:
            return False
        connection.sendall(answer if fate.cuts_answer is None else answer[: fate.cuts_answer])
        return fate.cuts_answer is None

    def release(self):
        """What was held up arrives, late, and nobody hears its answer."""
        with self.lock:
            held, self.held = self.held, []
        for request in held:
            with contextlib.suppress(Closed, OSError):
                self.exchange(request)

    def exchange(self, request):
        with socket.create_connection(("127.0.0.1", self.upstream), timeout=30) as server:
            server.sendall(request)
            answer = Stream(server).message(request.split(b" ", 1)[0])
        self.remember(request, answer)
        return answer

    def part(self, beginning):
        """The beginning of a request arrives, and then nothing."""
        with contextlib.suppress(OSError):
            with socket.create_connection(("127.0.0.1", self.upstream), timeout=30) as server:
                server.sendall(beginning)
                server.shutdown(socket.SHUT_WR)
                while server.recv(1 << 16):
                    pass

    def remember(self, request, answer):
        """Notes which revisions were given, and to whom: no revision may be given twice."""
        if b"/push " not in request.split(b"\r\n", 1)[0] or not answer.startswith(b"HTTP/1.1 200"):
            return
        batch = json.loads(request.partition(b"\r\n\r\n")[2])
        results = json.loads(answer.partition(b"\r\n\r\n")[2])["results"]
        with self.lock:
            for place, result in enumerate(results):
                if result["s"] != "applied":
                    continue
                owner = (batch["device"], batch["n"], place)
                known = self.applied.setdefault((batch["epoch"], result["rev"]), owner)
                if known != owner:
                    self.trouble = f"revision {result['rev']} was given to {known} and to {owner}"

    def gaps(self, epoch_heads):
        """The revisions that nobody was given, for each epoch from its first to its last revision."""
        return [
            (epoch, revision) for epoch, (first, last) in epoch_heads.items() for revision in range(first, last + 1)
            if (epoch, revision) not in self.applied
        ]
