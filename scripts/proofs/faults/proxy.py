"""A proxy that drops, delays, repeats and truncates HTTP requests and responses."""

import contextlib
import json
import socket
import threading
import time
from dataclasses import dataclass


@dataclass
class Fate:
    """The faults of one request and its response."""

    delay: float = 0  # seconds before the request is forwarded
    loses_request: bool = False
    cuts_request: int | None = None  # number of bytes to forward
    repeats: bool = False  # whether to send the request twice and return the second response
    later: bool = False  # whether to send the request again after the next one
    loses_answer: bool = False
    cuts_answer: int | None = None
    delay_of_answer: float = 0


HARMLESS = Fate()


class Closed(Exception):
    """The peer closed the connection."""


class Stream:
    """One direction of a connection, as messages."""

    def __init__(self, connection):
        self.connection = connection
        self.rest = b""

    def message(self, method=None):
        """Reads the next request or response."""
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
    """A proxy between devices and a server. `fate` returns the faults of each request."""

    def __init__(self, upstream, fate=lambda request: HARMLESS):
        self.upstream = upstream
        self.fate = fate
        self.held = []  # requests to send again
        self.applied = {}  # (epoch, revision): (device, number of the batch, index in it)
        self.trouble = None
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.accept, daemon=True)
        self.thread.start()

    def close(self):
        # Closing alone does not end the thread's accept call.
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
                if not self.forward(request, fate, connection):
                    return

    def forward(self, request, fate, connection):
        """Forwards one request. Returns whether the connection stays open."""
        time.sleep(fate.delay)
        if fate.loses_request:
            return False
        if fate.cuts_request is not None:
            self.send_part(request[: fate.cuts_request])
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
        """Sends the delayed requests and drops their responses."""
        with self.lock:
            held, self.held = self.held, []
        for request in held:
            with contextlib.suppress(Closed, OSError):
                self.exchange(request)

    def exchange(self, request):
        with socket.create_connection(("127.0.0.1", self.upstream), timeout=30) as server:
            server.sendall(request)
            answer = Stream(server).message(request.split(b" ", 1)[0])
        self.record(request, answer)
        return answer

    def send_part(self, beginning):
        """Sends the beginning of a request and closes the connection."""
        with contextlib.suppress(OSError):
            with socket.create_connection(("127.0.0.1", self.upstream), timeout=30) as server:
                server.sendall(beginning)
                server.shutdown(socket.SHUT_WR)
                while server.recv(1 << 16):
                    pass

    def record(self, request, answer):
        """Records the assigned revisions and checks that none is assigned twice."""
        if b"/push " not in request.split(b"\r\n", 1)[0] or not answer.startswith(b"HTTP/1.1 200"):
            return
        batch = json.loads(request.partition(b"\r\n\r\n")[2])
        results = json.loads(answer.partition(b"\r\n\r\n")[2])["results"]
        with self.lock:
            for index, result in enumerate(results):
                if result["s"] != "applied":
                    continue
                owner = (batch["device"], batch["n"], index)
                known = self.applied.setdefault((batch["epoch"], result["rev"]), owner)
                if known != owner:
                    self.trouble = f"revision {result['rev']} was assigned to {known} and to {owner}"

    def gaps(self, epoch_heads):
        """Returns the unassigned revisions of each epoch, from its first to its last revision."""
        return [
            (epoch, revision) for epoch, (first, last) in epoch_heads.items() for revision in range(first, last + 1)
            if (epoch, revision) not in self.applied
        ]
