"""Simulated users of devices, who write, edit and delete, and record what the program acknowledged."""

import time


class Person:
    def __init__(self, device, ledger, random):
        self.device = device
        self.ledger = ledger
        self.random = random
        self.times = {"edit": 0.05, "sync": 0.1}  # duration of the last such command in seconds

    def act(self, is_killed=False):
        """Changes the notes at random; the command may be killed."""
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
        # sed counts from 1, and an empty note has no line.
        line_number = self.random.randint(1, max(1, body.count("\n")))
        if self.edit(note, f"sed -i {line_number}i{line.split()[0]}", is_killed) and body.strip():
            self.ledger.acknowledge(line.split()[0])

    def cut(self, note, body, is_killed):
        lines = body.splitlines()
        if len(lines) < 3:
            return
        index = self.random.randrange(len(lines))
        self.ledger.remove(lines[index])
        self.edit(note, f"sed -i {index + 1}d", is_killed)

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
        """Runs a command. Returns whether the program reported success."""
        start = time.monotonic()
        if is_killed:
            ending = self.device.run_killed(self.random.uniform(0, 1.2 * self.times[kind]), *arguments, text=text)
            return ending.status == 0
        ending = self.device.run(*arguments, text=text, statuses=statuses)
        self.times[kind] = time.monotonic() - start
        return ending.status == 0


WORDS = "garden bread river letter window kettle bicycle station harvest tomato salt winter robin canal paper".split()
