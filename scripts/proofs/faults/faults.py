"""Runs the faults: see scripts/faults -h."""

import argparse
import os
import random
import sys
import time
import traceback

import abuse
import canaries
import clocks
import cluster
import disks
import encryption
import kills
import malformed
import networks
import restore
import slow
from processes import Failed

# name: title, test, and its amount in short and in full.
FAULTS = {
    "kills": ("devices and servers are killed", lambda a, n: kills.run(a.notesctl, n, a.seed), 30, 500),
    "network": ("the network drops, delays, repeats and cuts off", lambda a, n: networks.run_faulty(a.notesctl, n, a.seed), 20, 200),
    "cuts": ("one exchange is cut at every byte", lambda a, n: networks.run_cuts(a.notesctl, n), 41, 1),
    "slow": ("a link is slow and breaks", lambda a, n: slow.run(a.notesctl, n, a.seed), 2000, 10_000),
    "clocks": ("clocks step by ten years", lambda a, n: clocks.run(a.notesctl, n, a.seed), 20, 100),
    "disks": ("disks are full", lambda a, _: disks.run(a.notesctl), 1, 1),
    "malformed": ("requests are malformed", lambda a, n: malformed.run(a.notesctl, n, a.seed), 2000, 10_000),
    "abuse": ("an account and a stranger attack", lambda a, n: abuse.run(a.notesctl, n, a), 1, 45),
    "secrets": ("secrets are searched for", lambda a, _: canaries.run(a.notesctl), 1, 1),
    "encryption": ("an encrypted server is searched", lambda a, _: encryption.run(a.notesctl, a.seed), 1, 1),
    "cluster": ("nodes on PostgreSQL are killed", lambda a, n: cluster.run(a.notesctl, n, a.seed), 16, 1000),
    "restore": ("the server is restored from a backup", lambda a, n: restore.run(a.notesctl, n, a.seed), 5, 20),
}


def main():
    parser = argparse.ArgumentParser(prog="scripts/faults")
    parser.add_argument("notesctl", help=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--amount", type=int)
    parser.add_argument("--unbounded", action="store_true")
    arguments = parser.parse_intermixed_args()
    unknown = [name for name in arguments.names if name not in FAULTS]
    if unknown:
        parser.error(f"unknown name {unknown[0]} (available: {', '.join(FAULTS)})")
    if arguments.seed is None:
        arguments.seed = random.randrange(1 << 32)

    failed = 0
    for name in arguments.names or FAULTS:
        title, test, short, full = FAULTS[name]
        amount = arguments.amount or (short if arguments.short else full)
        start = time.monotonic()
        try:
            summary = test(arguments, amount)
            print(f"{name}: {summary} ({time.monotonic() - start:.0f} s)", flush=True)
        except disks.NotPossible as reason:
            # The same line as that of `skipped` in scripts/lib.sh; with CI set, nothing may be skipped.
            failed += bool(os.environ.get("CI"))
            print(f"skipped: {title}: {reason} (scripts/faults {name}, as root)", flush=True)
        except Exception as failure:
            # Whatever a fault did not expect is its failure too, and does not keep the others from running.
            if not isinstance(failure, Failed):
                traceback.print_exc()
                failure = repr(failure)
            failed += 1
            print(f"{name}: {title}: FAILED: {failure}\n"
                  f"  scripts/faults {name} --amount {amount} --seed {arguments.seed}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
