"""Searches processes, responses, logs and files for secrets, during a run and after it."""

import base64
import contextlib
import json
import resource
import threading
import time
from pathlib import Path

from judge import Ledger
from processes import Device, Failed, System

PASSWORD = "canary password Zürich 7381"
WRONG = "wrong canary password 4417"


class Watch:
    """Polls the arguments and the environment of every process of a system."""

    def __init__(self, folder):
        self.folder = str(folder).encode()
        self.seen = {}
        self.cores = {}
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.poll, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.thread.join()

    def poll(self):
        while not self.stopped.is_set():
            for process in Path("/proc").iterdir():
                if not process.name.isdigit():
                    continue
                with contextlib.suppress(OSError):
                    arguments = (process / "cmdline").read_bytes()
                    variables = (process / "environ").read_bytes()
                    # Every process of the system has its home in the system's folder.
                    if self.folder not in variables:
                        continue
                    self.seen[process.name] = arguments + b"\0" + variables
                    if b"\0serve\0" in arguments:
                        limits = (process / "limits").read_text()
                        self.cores[process.name] = next(line for line in limits.splitlines() if "core file" in line)
            time.sleep(0.002)


def run(notesctl):
    endings = []
    # A soft limit of 0 would hide a server that does not disable its core files.
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    with System(notesctl, flags=("--log-level", "debug")) as system, Watch(system.folder) as watch:
        server, ledger = system.server, Ledger()
        server.operate("user", "add", "canary", text=PASSWORD + "\n")
        devices = system.devices = [Device(notesctl, system.folder / f"device-{number}") for number in range(2)]
        endings += [device.login(server.port, "canary", PASSWORD) for device in devices]
        endings.append(devices[0].run("login", f"http://127.0.0.1:{server.port}", "--name", "canary", "--force",
                                      text=WRONG + "\n", statuses=None))
        for device in devices:
            device.add(ledger.mint() + "\n")
            endings += [device.run(*words, statuses=None) for words in (
                ("sync", "--debug"), ("sync", "status", "--json"), ("devices", "--json"), ("graph",), ("login", "--help"))]
        tokens = [token_of(device) for device in devices]
        server.get("/v1/devices", headers={"Authorization": f"Bearer {tokens[0]}"})
        server.get(f"/v1/devices?token={tokens[0]}", headers={"Authorization": "Bearer notes_wrong"})
        body = json.dumps({"protocol": 1, "name": "canary", "password": WRONG, "label": "x"}).encode()
        endings.append(server.get("/v1/sign-in", "POST", body, {"Content-Type": "application/json"})[1])
        server.stop()
        check_secrets(system, watch, endings, tokens)
        check_modes(system)
        cores = set(watch.cores.values())
        if not cores or "push" not in server.log.read_text():
            raise Failed("no server process was observed")
        if any(line.split()[4] != "0" for line in cores):
            raise Failed(f"the server would leave a core file with its secrets: {cores}")
        count = len(watch.seen)
    return f"{count} processes observed; {len(tokens)} tokens and 2 passwords only in their files"


def token_of(device):
    """Returns the token of a device, from the only file that may contain it."""
    for file in device.home.rglob("credentials*"):
        for word in file.read_text().replace('"', " ").replace(":", " ").replace("=", " ").split():
            if word.startswith("notes_"):
                return word.rstrip(",")
    raise Failed("a signed-in device has no token")


def forms(secret):
    """Yields the encodings of a secret to search for."""
    raw = secret.encode()
    yield raw
    yield base64.b64encode(raw).rstrip(b"=")[:-1]
    yield raw.hex().encode()
    if secret.startswith("notes_"):
        yield bytes.fromhex(secret.removeprefix("notes_"))


def check_secrets(system, watch, endings, tokens):
    secrets = [PASSWORD, WRONG, *tokens]
    sources = {f"process {number}": text for number, text in watch.seen.items()}
    for number, ending in enumerate(endings):
        sources[f"response {number}"] = ending if isinstance(ending, bytes) else (ending.output + ending.error).encode()
    for file in system.folder.rglob("*"):
        if file.is_file():
            sources[str(file.relative_to(system.folder))] = file.read_bytes()
    for secret in secrets:
        for form in forms(secret):
            for source, text in sources.items():
                if form in text and not (secret in tokens and "credentials" in source):
                    raise Failed(f"{source} contains a secret")


def check_modes(system):
    """Checks that only the owner can read stores and credentials."""
    for home in [system.server.home, *(device.home for device in system.devices)]:
        for file in home.rglob("*"):
            mode = file.stat().st_mode & 0o777
            ours = file.suffix == ".sqlite" or "sqlite-" in file.name or "credentials" in file.name
            if ours and mode & 0o077:
                raise Failed(f"others can read {file.name}: {mode:o}")
