"""Whether a secret is seen anywhere but where it belongs, while everything runs and afterwards."""

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
    """Reads the arguments and the environment of every process of a system, all the time."""

    def __init__(self, folder):
        self.folder = str(folder).encode()
        self.seen = {}
        self.cores = {}
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()

    def look(self):
        while not self.ends.is_set():
            for process in Path("/proc").iterdir():
                if not process.name.isdigit():
                    continue
                with contextlib.suppress(OSError):
                    arguments = (process / "cmdline").read_bytes()
                    surroundings = (process / "environ").read_bytes()
                    # Each has a home in the system's folder.
                    if self.folder not in surroundings:
                        continue
                    self.seen[process.name] = arguments + b"\0" + surroundings
                    if b"\0serve\0" in arguments:
                        limits = (process / "limits").read_text()
                        self.cores[process.name] = next(line for line in limits.splitlines() if "core file" in line)
            time.sleep(0.002)


def run(notesctl):
    endings = []
    # Where core files are not allowed anyway, a server that forbids its own would look the same as one that does not.
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
        check_places(system, watch, endings, tokens)
        check_modes(system)
        cores = set(watch.cores.values())
        if not cores or "push" not in server.log.read_text():
            raise Failed("nothing was watched")
        if any(line.split()[4] != "0" for line in cores):
            raise Failed(f"the server would leave a core file with all it knows: {cores}")
        count = len(watch.seen)
    return f"{count} processes watched, {len(tokens)} tokens and 2 passwords nowhere but where they belong"


def token_of(device):
    """The token, from the one file where it may be."""
    for file in device.home.rglob("credentials*"):
        for word in file.read_text().replace('"', " ").replace(":", " ").replace("=", " ").split():
            if word.startswith("notes_"):
                return word.rstrip(",")
    raise Failed("a device that signed in has no token")


def forms(secret):
    """How a secret may stand somewhere."""
    raw = secret.encode()
    yield raw
    yield base64.b64encode(raw).rstrip(b"=")[:-1]
    yield raw.hex().encode()
    if secret.startswith("notes_"):
        yield bytes.fromhex(secret.removeprefix("notes_"))


def check_places(system, watch, endings, tokens):
    secrets = [PASSWORD, WRONG, *tokens]
    places = {f"process {number}": text for number, text in watch.seen.items()}
    for number, ending in enumerate(endings):
        places[f"answer {number}"] = ending if isinstance(ending, bytes) else (ending.output + ending.error).encode()
    for file in system.folder.rglob("*"):
        if file.is_file():
            places[str(file.relative_to(system.folder))] = file.read_bytes()
    for secret in secrets:
        for form in forms(secret):
            for place, text in places.items():
                if form in text and not (secret in tokens and "credentials" in place):
                    raise Failed(f"a secret stands in {place}")


def check_modes(system):
    """Nobody else may read what is kept."""
    for home in [system.server.home, *(device.home for device in system.devices)]:
        for file in home.rglob("*"):
            mode = file.stat().st_mode & 0o777
            ours = file.suffix == ".sqlite" or "sqlite-" in file.name or "credentials" in file.name
            if ours and mode & 0o077:
                raise Failed(f"{file.name} may be read by others: {mode:o}")
