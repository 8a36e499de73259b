"""Sends thousands of malformed requests to a real server."""

import base64
import contextlib
import json
import random
import socket
import uuid

from processes import Failed, System

CANARY = b"canary-of-another-tenant"
SLACK = 20  # allowed growth of the server in megabytes


def run(notesctl, count, seed):
    dice = random.Random(seed)
    with System(notesctl) as system:
        server = system.server
        server.add_user("eve")
        victim = victim_of(server, system.user)
        attacker = server.sign_in("eve")
        statuses = {}
        warm_up = min(1000, count // 5)
        before = 0
        for number in range(warm_up + count):
            if number == warm_up:
                before = server.resident()
            answer = send(server.port, request(dice, attacker, victim))
            status = judge(answer, number, seed)
            statuses[status] = statuses.get(status, 0) + 1
        after = server.resident()
        if after > before + SLACK:
            raise Failed(f"the server grew from {before:.0f} to {after:.0f} MB")
        if not server.is_ready():
            raise Failed("the server no longer responds")
        if b"panic" in server.log.read_bytes() or server.process.poll() is not None:
            raise Failed("the server crashed")
        counts = " ".join(f"{status or 'none'}×{times}" for status, times in sorted(statuses.items()))
    return f"{count} requests, {before:.0f} → {after:.0f} MB; statuses: {counts}"


def victim_of(server, user):
    """Creates a tenant with a note that no other tenant may see."""
    signed = server.sign_in(user)
    epoch = json.loads(server.get(
        f"/v1/vaults/{signed['vault']}/changes?after=0&limit=1", headers=bearer(signed))[1] or b"{}").get("epoch")
    batch = push(signed, epoch or "0" * 32, [put(CANARY)])
    status, answer = server.get(
        f"/v1/vaults/{signed['vault']}/push", "POST", json.dumps(batch).encode(),
        {**bearer(signed), "Content-Type": "application/json"})
    if status == 409:
        batch["epoch"] = json.loads(answer)["epoch"]
        status, answer = server.get(
            f"/v1/vaults/{signed['vault']}/push", "POST", json.dumps(batch).encode(),
            {**bearer(signed), "Content-Type": "application/json"})
    if status != 200:
        raise Failed(f"the canary is rejected: {status} {answer}")
    return signed


def bearer(signed):
    return {"Authorization": f"Bearer {signed['token']}"}


def put(text):
    return {"id": str(uuid.uuid4()), "base": 0, "op": "put", "data": base64.b64encode(text).decode()}


def push(signed, epoch, changes, number=1):
    return {"protocol": 1, "epoch": epoch, "device": uuid.uuid4().hex, "n": number, "changes": changes}


def judge(answer, number, seed):
    """Checks that a response is valid or empty. Returns the status, 0 for none."""
    if CANARY in answer or base64.b64encode(CANARY)[:28] in answer:
        raise Failed(f"request {number} of seed {seed} reveals the data of another tenant")
    if not answer:
        return 0
    try:
        status = int(answer.split(b" ", 2)[1])
    except (IndexError, ValueError):
        raise Failed(f"request {number} of seed {seed} is answered with {answer[:80]!r}") from None
    if status >= 500 and status != 501:
        raise Failed(f"request {number} of seed {seed} is answered with {answer[:400]!r}")
    return status


def send(port, message):
    """Sends a request on a connection of its own, since its state afterwards is undefined."""
    answer = b""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=10) as server:
        server.sendall(message)
        server.shutdown(socket.SHUT_WR)
        while data := server.recv(1 << 16):
            answer += data
    return answer


# The requests.

METHODS = ["GET", "POST", "PUT", "HEAD", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "PRI", "", "GET\t", "G" * 5000]
SCRAPS = [
    b"", b"\0", b"\r\n", b"\n", b"%00", b"%2e%2e", b"..", b"//", b"%", b"%zz", b"\xff\xfe", "é".encode(), b"'", b'"', b"\\",
    b"{}", b"[" * 5000, b'{"a":' * 3000, b"null", b"-1", b"1e999", b"9" * 400, b"99999999999999999999", b"\xed\xa0\x80", b"\x1b[2J",
    b"' OR 1=1 --", b"*", b"a" * 70_000, b"&" * 300, b"=", b"?", b"#",
]


def request(dice, attacker, victim):
    """Returns a request with no, one or several defects."""
    message = nearly_valid(dice, attacker, victim)
    for _ in range(dice.choice([0, 0, 0, 0, 1, 1, 2])):
        message = damage(dice, message)
    return message


def nearly_valid(dice, attacker, victim):
    """Returns a nearly valid request."""
    vault = dice.choice([attacker["vault"]] * 3 + [victim["vault"], "main", str(uuid.uuid4()), "x" * 300])
    token = dice.choice([attacker["token"]] * 4 + ["", "notes_", "notes_" + "0" * 64, attacker["token"][:-1], "ä"])
    digest = dice.choice(["0" * 64, "g" * 64, "", "AB" * 32, "0" * 63])
    epoch = dice.choice(["0" * 32, "", "x", uuid.uuid4().hex])
    number = dice.choice(["0", "1", "-1", "9" * 30, "", "1.0", "0x1", "9223372036854775807", "9223372036854775808"])
    changes = dice.choice([[], [put(b"x")], [put(b"x")] * 2, [{}], None, "x", [put(b"x")] * 600])
    batch = push(attacker, epoch, changes, dice.choice([1, 0, -1, 2**63, 1.5, "1", None]))
    line, body = dice.choice([
        (f"POST /v1/vaults/{vault}/push", json.dumps(batch).encode()),
        (f"GET /v1/vaults/{vault}/changes?epoch={epoch}&after={number}&floor={number}&limit={number}", b""),
        (f"GET /v1/vaults/{vault}/watch?epoch={epoch}&after={number}&wait=1", b""),
        (f"HEAD /v1/vaults/{vault}/blobs/{digest}", b""),
        (f"GET /v1/vaults/{vault}/blobs/{digest}", b""),
        (f"PUT /v1/vaults/{vault}/blobs/{digest}", b"bytes of a blob"),
        ("POST /v1/sign-in", dice.choice([b"{}", b"[]", b'{"protocol":1}', b"x" * 10_000])),
        ("GET /v1/devices", b""), (f"DELETE /v1/devices/{number}", b""), ("GET /healthz", b""), ("GET /readyz", b""),
        ("GET /metrics", b""), ("GET /", b""), ("GET /v1", b""), (f"GET /v1/vaults/{vault}", b""), ("GET /../../etc/passwd", b""),
    ])
    if dice.random() < 0.1:
        line = f"{dice.choice(METHODS)} {line.split(' ', 1)[1]}"
    fields = [f"Host: 127.0.0.1", f"Authorization: Bearer {token}"]
    fields += dice.sample([
        "Content-Encoding: gzip", "Content-Type: text/xml", "Content-Type: application/json", "Expect: 100-continue",
        f"Content-Range: bytes 0-{number}/{number}", f"Range: bytes={number}-{number}", "Range: bytes=-", "Upgrade: h2c",
        "Connection: upgrade", "Connection: close", "X-Forwarded-For: 1.2.3.4", "X-Request-ID: " + "x" * 5000, "Cookie: a=b",
        "Authorization: Basic eDp5", "Host: other", "Transfer-Encoding: gzip",
    ], dice.choice([0, 0, 0, 0, 1, 2]))
    if dice.random() < 0.05:
        fields += [f"X-{index}: {index}" for index in range(dice.choice([50, 300]))]
    framing = dice.random()
    if framing < 0.9:
        fields += [f"Content-Length: {len(body)}"] if body else []
    elif framing < 0.95:
        fields.append(f"Content-Length: {dice.choice(['-1', '99999999999', '1e3', len(body) + 7, '', '5, 6'])}")
    else:
        fields.append("Transfer-Encoding: chunked")
        body = dice.choice([b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body), b"zz\r\n", b"ffffffffffffffff\r\n", b"0\r\n"])
    version = dice.choice(["HTTP/1.1"] * 60 + ["HTTP/1.0", "HTTP/2.0", "HTTP/9", ""])
    return "\r\n".join([f"{line} {version}", *fields, "", ""]).encode() + body


def damage(dice, message):
    """Damages a request at a random offset."""
    offset = dice.randrange(len(message) + 1)
    draw = dice.random()
    if draw < 0.3:
        return message[:offset] + dice.choice(SCRAPS) + message[offset:]
    if draw < 0.5:
        return message[:offset] + bytes([dice.randrange(256)]) + message[offset + 1 :]
    if draw < 0.7:
        return message[:offset]
    if draw < 0.85:
        return message[:offset] + message[offset + dice.randrange(40) :]
    end = dice.randrange(offset, len(message) + 1)
    return message[:end] + message[offset:end] + message[end:]
