"""People at devices: they write, edit and delete, and remember what the program said that it has."""

import time


class Person:
    def __init__(self, device, ledger, random):
        self.device = device
        self.ledger = ledger
        self.random = random
        self.times = {"edit": 0.05, "sync": 0.1}  # seconds that such a command took last

    def act(self, is_killed=False):
        """Does something to the notes; may be killed while doing it."""
        bodies = self.device.bodies()
        draw = self.random.random()
        if not bodies or draw < 0.3:
            return self.write(["add", "-"], self.lines(self.random.randint(1, 6)), is_killed)
        note = self.random.choice(sorted(bodies))
        body = bodies[note]
        if draw < 0.45:
            return self.write(["append", note, "-"], self.lines(1), is_killed)
        if draw < 0.85:
            return self.insert(note, body, is_killed)
        if draw < 0.93:
            return self.cut(note, body, is_killed)
        return self.purge(note, body, is_killed)

    def lines(self, count):
        return [f"{self.ledger.mint()} {self.random.choice(WORDS)}" for _ in range(count)]

    def write(self, command, lines, is_killed):
        if self.command(command, is_killed, "".join(line + "\n" for line in lines)):
            for line in lines:
                self.ledger.acknowledge(line.split()[0])

    def insert(self, note, body, is_killed):
        (line,) = self.lines(1)
        place = self.random.randint(1, max(1, body.count("\n")))
        # The editor is called with the file behind it; an empty line number would be the end of some other file.
        if self.edit(note, f"sed -i {place}i{line.split()[0]}", is_killed) and body.strip():
            self.ledger.acknowledge(line.split()[0])

    def cut(self, note, body, is_killed):
        lines = body.splitlines()
        if len(lines) < 3:
            return
        place = self.random.randrange(len(lines))
        self.ledger.remove(lines[place])
        self.edit(note, f"sed -i {place + 1}d", is_killed)

    def purge(self, note, body, is_killed):
        if self.command(["delete", note], is_killed):
            if self.random.random() < 0.5:
                self.ledger.remove(body)
                self.command(["purge", note, "--force"], is_killed)

    def edit(self, note, editor, is_killed):
        self.device.more["NOTESCTL_EDITOR"] = editor
        return self.command(["edit", note], is_killed)

    def sync(self, is_killed):
        return self.command(["sync"], is_killed, kind="sync", statuses=(0, 69, 75, 76, 77))

    def command(self, arguments, is_killed, text="", kind="edit", statuses=(0, 66)):
        """Returns whether the program said that it did it."""
        start = time.monotonic()
        if is_killed:
            ending = self.device.run_killed(self.random.uniform(0, 1.2 * self.times[kind]), *arguments, text=text)
            return ending.status == 0
        ending = self.device.run(*arguments, text=text, statuses=statuses)
        self.times[kind] = time.monotonic() - start
        return ending.status == 0


WORDS = "garden bread river letter window kettle bicycle station harvest tomato salt winter robin canal paper".split()
