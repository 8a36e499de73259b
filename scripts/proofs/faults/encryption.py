"""Searches what a server of encrypted notes has and receives for what the notes say."""

import base64
import gzip
import hashlib
import re
import zlib

from processes import Failed, System
from proxy import Proxy

PASSPHRASE = "a passphrase of canaries, 5527"
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def run(notesctl, seed):
    check_search()
    fields = ["title", "body", "edited", "tag", "notebook", "front matter", "file name", "attachment name", "attachment",
              "deleted", "purged", "conflict"]
    # By the seed, since a run that fails is repeated with it; the words are in no dictionary.
    words = {field: word(f"{seed} {field}") for field in fields}
    with Vault(notesctl, words) as vault:
        # What is not found in plain text would not be found in encrypted text either.
        vault.write()
        vault.check_all_are_found()
        vault.enable()
        vault.share()
        vault.recorder.forget()
        vault.edit(vault.devices)
        vault.move()
        after = vault.check("a vault that was encrypted later")
    with Vault(notesctl, words) as vault:
        vault.enable()
        vault.write()
        vault.share()
        vault.edit(vault.devices)
        vault.rotate()
        first = vault.check("a vault that was encrypted first")
    return f"{len(words)} words of each vault in no form in {after} and {first} bytes of files, logs and messages"


def word(text):
    """Returns a word of 16 letters."""
    return "".join(LETTERS[byte % 26] for byte in hashlib.sha256(text.encode()).digest()[:16])


class Recorder(Proxy):
    """A proxy that keeps all messages."""

    def __init__(self, upstream):
        self.messages = []
        super().__init__(upstream)

    def record(self, request, answer):
        super().record(request, answer)
        with self.lock:
            self.messages += [request, answer]

    def forget(self):
        with self.lock:
            self.messages.clear()


class Vault:
    """A server, devices that reach it through a recorder, and notes with a word in each of their fields."""

    def __init__(self, notesctl, words):
        self.system = System(notesctl, flags=("--log-level", "debug"))
        self.words = words
        self.devices = []

    def __enter__(self):
        self.system.__enter__()
        self.recorder = Recorder(self.system.server.port)
        self.add_device()
        return self

    def __exit__(self, *problem):
        self.recorder.close()
        self.system.__exit__(*problem)

    def add_device(self):
        self.devices.append(self.system.add_device(self.recorder.port))
        return self.devices[-1]

    def enable(self):
        self.code = self.devices[0].run("encryption", "enable", "--passphrase-file", "-", text=PASSPHRASE + "\n").output.strip()
        self.devices[0].sync()

    def rotate(self):
        self.devices[0].run("encryption", "rotate", "--all", "--passphrase-file", "-", text=PASSPHRASE + "\n")
        self.devices[0].sync()

    def share(self):
        """Adds a second device."""
        device = self.add_device()
        device.run("encryption", "unlock", "--passphrase-file", "-", text=PASSPHRASE + "\n")
        device.sync()

    def write(self):
        """Writes a word into each field of notes, and syncs them."""
        device, words = self.devices[0], self.words
        attachment = device.home / f"{words['attachment name']}.txt"
        attachment.write_text(f"{words['attachment']}\n" * 5_000)
        folder = device.home / "folder" / words["notebook"]
        folder.mkdir(parents=True)
        (folder / f"{words['file name']}.md").write_text(
            f"---\ntitle: About {words['title']}\ntags: [{words['tag']}]\nsource: {words['front matter']}\n---\n"
            f"It says {words['body']}.\n\n" + "The rest is filler. " * 200 + "\n")
        device.run("import", str(folder.parent))
        self.note = next(note for note, text in device.bodies().items() if words["body"] in text)
        device.run("attach", self.note, str(attachment))
        for field in ("deleted", "purged"):
            note = device.add(f"A note with {words[field]}\n")
            device.sync()
            device.run("delete", note)
            if field == "purged":
                device.run("purge", note, "--force")
        device.sync()
        self.conflict = device.add("One line\n")
        device.sync()

    def edit(self, devices):
        """Edits notes on both devices."""
        for device in devices:
            device.sync()
        one, other = devices
        one.run("append", self.note, "-", text=f"And now {self.words['edited']}\n")
        one.edit(self.conflict, f"sed -i 1cOne{self.words['conflict']}")
        other.edit(self.conflict, f"sed -i 1cOther{self.words['conflict']}")
        for device in (one, other, one):
            device.sync()
        other.sync()
        if not any(self.words["edited"] in text for text in other.bodies().values()):
            raise Failed("the devices do not share their notes")

    def move(self):
        """Removes what the server was sent before: attachments that no note refers to, and the free space of its file."""
        server = self.system.server
        server.stop()
        server.operate("purge", "--older-than", "0")
        server.operate("move", str(server.home / "moved.sqlite"))
        for file in server.home.glob("server.sqlite*"):
            file.unlink()
        server.store = server.home / "moved.sqlite"
        server.serve()
        self.devices[0].sync()

    def sources(self):
        """Returns everything that the server has or was sent, by its name."""
        files = {str(file.relative_to(self.system.folder)): file.read_bytes()
                 for file in self.system.server.home.rglob("*") if file.is_file()}
        with self.recorder.lock:
            return files | {f"message {number}": message for number, message in enumerate(self.recorder.messages)}

    def check_all_are_found(self):
        found = search(self.sources(), self.words)
        if missing := self.words.keys() - found.keys() - {"edited", "conflict"}:
            raise Failed(f"the search does not find in plain notes: {', '.join(missing)}")

    def check(self, name):
        """Checks that nothing of the notes is in what the server has. Returns the number of bytes searched."""
        self.system.server.stop()
        sources = self.sources()
        if not any(b"/push" in text for source, text in sources.items() if source.startswith("message")):
            raise Failed("no message was recorded")
        found = search(sources, {**self.words, "passphrase": PASSPHRASE, "recovery code": self.code})
        for source, contents in sources.items():
            for field, value in self.values().items():
                if any(form in contents for form in forms(value)):
                    found[field] = source
        if found:
            raise Failed(f"{name}: " + "; ".join(f"the {field} is in {place}" for field, place in found.items()))
        return sum(len(text) for text in sources.values())

    def values(self):
        """Returns secrets that are bytes: keys, and the digest of the attachment, which tells who has a known file."""
        keys = {f"key {number}": bytes.fromhex(secret) for device in self.devices for number, secret in enumerate(keys_of(device))}
        content = f"{self.words['attachment']}\n".encode() * 5_000
        return {**keys, "digest of the attachment": hashlib.sha256(content).digest()}


def keys_of(device):
    """Returns the secrets of a device's keys, from the only file that may contain them."""
    for file in device.home.rglob("credentials*"):
        if secrets := re.findall(r"\b[0-9a-f]{64}\b", "".join(
                line for line in file.read_text().splitlines() if line.startswith("keys:"))):
            return secrets
    raise Failed("a device of an encrypted vault has no key")


def search(sources, texts):
    """Returns the texts that are in a source in some form, with the place."""
    found = {}
    for source, contents in sources.items():
        for place, expanded in expansions(contents):
            lower = expanded.lower()
            for field, text in texts.items():
                if any(form in lower for form in spellings(text)) or any(form in expanded for form in based(text.encode())):
                    found.setdefault(field, source + place)
    return found


def check_search():
    """Checks that a search finds a word in each form that it promises."""
    text = word("control")
    for disguise in (
        str.encode, str.upper, lambda text: text[::-1], lambda text: text.encode("utf-16"), lambda text: text.encode().hex(),
        lambda text: base64.b64encode(b"1" + text.encode()), lambda text: base64.urlsafe_b64encode(b"12" + text.encode()),
        lambda text: zlib.compress(text.encode() * 3), lambda text: gzip.compress(text.encode() * 3),
        lambda text: zlib.compress(text.encode(), wbits=-15),
    ):
        hidden = disguise(text)
        contents = b"before " + (hidden.encode() if isinstance(hidden, str) else hidden) + b" and behind"
        if not search({"control": contents}, {"control": text}):
            raise Failed(f"the search does not find {contents}")


def spellings(text):
    """Yields the spellings of a text to search for in lower case."""
    text = text.lower()
    for spelling in (text, text[::-1]):
        yield spelling.encode()
        yield spelling.encode("utf-16-le")
        yield spelling.encode("utf-16-be")
        yield spelling.encode().hex().encode()


def based(raw):
    """Yields what base 64 has of bytes at each of three positions."""
    for shift in range(3):
        # The characters at both ends depend on the neighbours, too.
        text = base64.b64encode(bytes(shift) + raw)[-(-shift * 8 // 6): (shift + len(raw)) * 8 // 6]
        yield text
        yield text.translate(bytes.maketrans(b"+/", b"-_"))


def forms(raw):
    yield raw
    yield raw[::-1]
    yield raw.hex().encode()
    yield raw.hex().upper().encode()
    yield from based(raw)


def expansions(contents):
    """Yields contents, and all that may be compressed in them."""
    yield "", contents
    # Deflate can begin anywhere: those of zlib and gzip have only a header before it.
    view, texts = memoryview(contents), []
    for start in range(len(contents)):
        engine = zlib.decompressobj(-15)
        try:
            text = engine.decompress(view[start: start + 256])
            if not engine.eof:
                text += engine.decompress(view[start + 256: start + 65_536], 1 << 20)
        except zlib.error:
            continue
        if len(text) >= 16:
            texts.append(text)
    yield ", compressed", b"\n".join(texts)
