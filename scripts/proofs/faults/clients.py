"""HTTP clients of a few lines, which send prepared bytes and measure times."""

import json
import os
import socket

PIECE = 1 << 18  # bytes sent or received at once


class Connection:
    """A connection on which requests follow each other.

    address: the local address, by which the server tells peers apart.
    window: the size of the receive buffer, small for a client that does not read.
    """

    def __init__(self, port, address="127.0.0.1", seconds=30, window=None):
        self.socket = socket.socket()
        try:
            self.socket.settimeout(seconds)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if window:
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
            self.socket.bind((address, 0))
            self.socket.connect(("127.0.0.1", port))
        except OSError:
            self.socket.close()
            raise
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, *parts):
        for part in parts:
            self.socket.sendall(part)

    def ask(self, *parts):
        """Sends a request in parts. Returns the status and the body of the response."""
        self.send(*parts)
        return self.answer()

    def answer(self):
        while b"\r\n\r\n" not in self.rest:
            self.rest += self.receive()
        head, _, body = self.rest.partition(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        size = next((int(line[15:]) for line in lines if line.startswith(b"content-length:")), 0)
        pieces, count = [body], len(body)
        while count < size:
            pieces.append(self.receive())
            count += len(pieces[-1])
        body = b"".join(pieces)
        self.rest = body[size:]
        return int(head.split(b" ", 2)[1]), body[:size]

    def receive(self):
        data = self.socket.recv(PIECE)
        if not data:
            raise ConnectionError("closed by the server")
        return data


def request(line, token=None, body=b""):
    return head(line, token, len(body) if body or line.startswith("POST") else None) + body


def head(line, token=None, size=None, *fields):
    """Returns the head of a request, for a body of that many bytes."""
    fields = ["Host: localhost", *fields]
    if token:
        fields.append(f"Authorization: Bearer {token}")
    if size is not None:
        kind = "octet-stream" if "/blobs/" in line else "json"
        fields += [f"Content-Type: application/{kind}", f"Content-Length: {size}"]
    return "\r\n".join([f"{line} HTTP/1.1", *fields, "", ""]).encode()


def random_id():
    text = os.urandom(16).hex()
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-8{text[17:20]}-{text[20:]}"


def batch(changes, epoch, device, number):
    """Returns a batch of changes, which are JSON already."""
    rest = {"device": device, "epoch": epoch, "n": number, "protocol": 1}
    return b'{"changes":[' + changes + b"]," + json.dumps(rest).encode()[1:]


def epoch_of(connection, signed):
    """Returns the epoch of a vault, which the response to a request with another one contains."""
    path = f"/v1/vaults/{signed['vault']}/changes?after=0&limit=1&epoch={'0' * 32}"
    return json.loads(connection.ask(request(f"GET {path}", signed["token"]))[1])["epoch"]
