"""Counts the instructions and allocations of an operation, which are the same in every run."""

import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass

ALLOCATORS = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign"}


@dataclass
class Count:
    instructions: float
    allocations: float

    def __sub__(self, other):
        return Count(self.instructions - other.instructions, self.allocations - other.allocations)

    def __truediv__(self, number):
        return Count(self.instructions / number, self.allocations / number)


def per_operation(command, few, many):
    """Returns the cost per operation, as the difference of two runs, which excludes one-time work."""
    return (run([*command, str(many)]) - run([*command, str(few)])) / (many - few)


def run(command):
    with tempfile.TemporaryDirectory() as folder:
        profile = os.path.join(folder, "callgrind.out")
        process = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", *command],
            # Otherwise each run would hash with another seed.
            env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}, capture_output=True, text=True, check=False,
        )
        if process.returncode:
            sys.exit(f"failed with {process.returncode}: {' '.join(command)}\n{process.stderr}")
        with open(profile, encoding="utf-8", errors="replace") as lines:
            return count(lines)


def count(lines):
    """Reads a profile, in which a function has its name on first use, and later only its number."""
    names, callee, instructions, allocations = {}, None, 0, 0
    for line in lines:
        if match := re.match(r"c?fn=\((\d+)\)(?: (.*))?", line):
            number, name = match.groups()
            if name:
                names[number] = name.split("'")[0].split("@")[0]
            if line.startswith("c"):
                callee = names[number]
        elif line.startswith("calls=") and callee in ALLOCATORS:
            allocations += int(line[6:].split()[0])
        elif line.startswith("totals:"):
            instructions = int(line.split()[1])
    return Count(instructions, allocations)
