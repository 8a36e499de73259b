"""The network between a node and its database: bytes that can be cut off and slowed."""

import contextlib
import socket
import threading
import time


class Link:
    """A listener whose connections lead to a socket in the file system."""

    def __init__(self, target):
        self.target = target
        self.cut_until = 0
        self.delay = 0  # seconds for each piece
        self.slow_until = 0
        self.connections = set()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        # Closing alone does not end the thread's accept call.
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.drop()

    def lead_to(self, target):
        """Leads new connections to another database."""
        self.target = target
        self.drop()

    def cut(self, seconds):
        """Ends all connections, and new ones for a time."""
        self.cut_until = time.monotonic() + seconds
        self.drop()

    def slow(self, delay, seconds):
        """Delays each piece in both directions for a time."""
        self.delay, self.slow_until = delay, time.monotonic() + seconds

    def drop(self):
        with self.lock:
            connections = list(self.connections)
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client, socket.socket(socket.AF_UNIX) as server:
            if time.monotonic() < self.cut_until:
                return
            try:
                server.connect(str(self.target))
            except OSError:
                return
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                self.connections |= {client, server}
            back = threading.Thread(target=self.copy, args=(server, client), daemon=True)
            back.start()
            self.copy(client, server)
            back.join()
            with self.lock:
                self.connections -= {client, server}

    def copy(self, source, target):
        """Copies bytes until one side ends, which ends the other."""
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if time.monotonic() < self.slow_until:
                    time.sleep(self.delay)
                target.sendall(data)
        for side in [source, target]:
            with contextlib.suppress(OSError):
                side.shutdown(socket.SHUT_RDWR)
