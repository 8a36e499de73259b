"""Measures nodes of the server on PostgreSQL, beside a server on SQLite and beside bare statements: see scripts/bench -h."""

import argparse
import contextlib
import json
import math
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "proofs" / "faults"))

from cluster import Cluster
from loads import BATCH, Load, Measurement, ask, connect, cpu, epoch_of, print_measurements, progress, watchers_of
from measure import machine
from processes import System, free_port

FOLDER = Path(".build/bench")
NOTES = 10_000
SMALL, LARGE = 1_000, 100_000  # vaults beside the measured one
ITEMS_OF_VAULT = 10
NOTES_OF_LARGE = 1_000_000  # in the measured vault
WATCHERS = 5_000
IDLE_SECONDS = 20
ONE = 1.01  # round trip: once a minute a node looks a token up before the request, for the account's limits


@dataclass
class Cost:
    """The rate of a load, and what one request costs."""

    rate: float  # requests per second
    trips: float
    node: float  # CPU time in microseconds
    database: float  # CPU time in microseconds


class MeasuredCluster(Cluster):
    """Nodes with metrics, one account, and a load generator for each node."""

    def __init__(self, programs, nodes):
        super().__init__(programs["notesctl"], nodes)
        self.programs = programs
        for node in self.nodes:
            node.metrics = free_port()
            # The load comes from one address, and the largest vault has more notes than the limit of one.
            node.flags += ("--metrics-listen", f"127.0.0.1:{node.metrics}", "--max-connections", str(5 * WATCHERS),
                           "--max-notes", str(100 * NOTES_OF_LARGE), "--max-vault-bytes", str(10 ** 12))

    def __enter__(self):
        # Autovacuum and checkpoints would be counted with the requests that happen meanwhile.
        self.database.create().configure("autovacuum = off", "checkpoint_timeout = '1h'", "max_wal_size = '8GB'",
                                         "shared_buffers = '512MB'")
        self.database.create = lambda: self.database
        super().__enter__()
        self.signed = self.nodes[0].sign_in("ada")
        self.epoch = epoch_of(self.nodes[0], self.signed)
        self.loads = []
        for number, node in enumerate(self.nodes):
            load = Load(self.programs["load"], self.signed, self.epoch, node.home)
            load.devices += 10_000 * number
            self.loads.append(load)
        return self

    def head(self):
        return json.loads(ask(self.nodes[0], self.signed, self.epoch, 0, 1))["head"]

    def trips(self):
        total = 0
        for node in self.nodes:
            with urllib.request.urlopen(f"http://127.0.0.1:{node.metrics}/metrics") as answer:
                total += sum(map(float, re.findall(r"^notes_database_trips_total (\S+)", answer.read().decode(), re.M)))
        return total

    def ask(self, kind, connections, *options, nodes=None):
        """Puts load on some of the nodes, which share the connections."""
        nodes = nodes or len(self.nodes)
        before = self.trips(), sum(cpu(node.process.pid) for node in self.nodes), self.database_cpu()
        with ThreadPoolExecutor(nodes) as pool:
            outcomes = list(pool.map(
                lambda load, node: load.ask(kind, node.port, connections // nodes, *options), self.loads[:nodes],
                self.nodes[:nodes]))
        after = self.trips(), sum(cpu(node.process.pid) for node in self.nodes), self.database_cpu()
        answered = sum(outcome["answered"] for outcome in outcomes)
        trips, node, database = ((end - start) / answered for start, end in zip(before, after))
        return Cost(sum(outcome["rate"] for outcome in outcomes), trips, node, database)

    def database_cpu(self):
        """Returns the CPU time of all processes of PostgreSQL, in microseconds."""
        pid = int((self.database.data / "postmaster.pid").read_text().split()[0])
        children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()
        total = cpu(pid, with_ended_children=True)
        for child in children:
            with contextlib.suppress(FileNotFoundError):
                total += cpu(child)
        return total

    def grow(self, vaults, notes):
        """Adds vaults of other accounts, and notes to the measured one."""
        self.database.run(f"""
            INSERT INTO vault (name, head, epochs, epoch_heads, notes)
            SELECT md5('vault' || v), {ITEMS_OF_VAULT}, ARRAY[md5('epoch' || v)::uuid], '{{0}}', {ITEMS_OF_VAULT}
            FROM generate_series(1, {vaults}) v;
            INSERT INTO item (vault, id, revision, payload)
            SELECT number, md5(number || '/' || i)::uuid, i, sha512((number || '/' || i)::bytea)
            FROM vault, generate_series(1, {ITEMS_OF_VAULT}) i WHERE name IN (SELECT md5('vault' || v) FROM generate_series(1, {vaults}) v);
            INSERT INTO account (name, vault, hash, created)
            SELECT 'other' || number, number, '', 0 FROM vault WHERE number NOT IN (SELECT vault FROM account);
            INSERT INTO device (id, account, digest, label, signed_in, last_seen)
            SELECT number, number, sha256(number::text::bytea), '', 0, 0 FROM account WHERE hash = '';
            INSERT INTO item (vault, id, revision, payload)
            SELECT number, md5('own' || i)::uuid, head + i, sha512(i::text::bytea)
            FROM vault, generate_series(1, {notes}) i WHERE name = '{self.signed['vault']}';
            UPDATE vault SET head = head + {notes}, notes = notes + {notes} WHERE name = '{self.signed['vault']}'""")
        self.database.run("VACUUM ANALYZE")
        self.database.run("CHECKPOINT")


def median(costs):
    return Cost(*(statistics.median(getattr(cost, name) for cost in costs) for name in ("rate", "trips", "node", "database")))


def requests(epoch, head):
    """Yields the kinds of request: a name, its options, and the round trips that it may take."""
    yield "nothing new", "read", [f"--query=epoch={epoch}&after={head}&limit=1"], ONE
    yield f"a page of {BATCH} notes", "read", [f"--query=epoch={epoch}&after=0&limit={BATCH}"], ONE
    yield f"a push of {BATCH} notes", "push", [], 4


def throughput(programs, arguments, folder):
    """Measures one and two nodes beside a server on SQLite, alternately, so that noise affects all."""
    measurements, pushes = [], []
    with System(programs["notesctl"]) as system, MeasuredCluster(programs, nodes=2) as cluster:
        signed = system.server.sign_in(system.user)
        alone = Load(programs["load"], signed, epoch_of(system.server, signed), folder)
        alone.ask("push", system.server.port, 10, f"--requests={NOTES // BATCH // 10}")
        cluster.ask("push", 10, f"--requests={NOTES // BATCH // 10}", nodes=1)
        time_limit = f"--seconds={arguments.seconds}"
        for (name, kind, options, most), (_, _, others, _) in zip(
                requests(cluster.epoch, cluster.head()),
                requests(alone.epoch, json.loads(ask(system.server, signed, alone.epoch, 0, 1))["head"])):
            for connections in (1, 32):
                costs = {1: [], 2: []}
                sqlite = []
                for _ in range(arguments.runs):
                    sqlite.append(alone.ask(kind, system.server.port, connections, time_limit, *others,
                                            process=system.server.process.pid))
                    for nodes in [1, 2] if connections > 1 else [1]:
                        costs[nodes].append(cluster.ask(kind, connections, time_limit, *options, nodes=nodes))
                one = median(costs[1])
                label = f"{name}, {connections} connection{'s' if connections > 1 else ''}"
                rate = statistics.median(outcome["rate"] for outcome in sqlite)
                measurements.append(Measurement(f"{label}, 1 node, per second", one.rate, rate))
                if costs[2]:
                    measurements.append(Measurement(f"{label}, 2 nodes, per second", median(costs[2]).rate, rate))
                work = statistics.median(outcome["cpu"] for outcome in sqlite)
                measurements += [
                    Measurement(f"{label}, CPU of the node per request", one.node, work, unit="µs"),
                    Measurement(f"{label}, CPU of PostgreSQL per request", one.database, unit="µs"),
                    Measurement(f"{label}, round trips per request", one.trips, maximum=most),
                ]
            progress(f"{name}: done")
        for _ in range(arguments.runs):
            pushes.append((cluster.ask("push", 1, time_limit, nodes=1).database, insert(cluster, "simple", arguments, folder),
                           insert(cluster, "prepared", arguments, folder)))
    ours, simple, prepared = (statistics.median(values) for values in zip(*pushes))
    label = f"a push of {BATCH} notes, CPU of PostgreSQL"
    return measurements, [
        Measurement(f"{label}, beside an INSERT of these rows", ours, simple, maximum_share=2, unit="µs"),
        Measurement(f"{label}, beside one that is prepared", ours, prepared, maximum_share=2, unit="µs"),
    ]


def insert(cluster, protocol, arguments, folder):
    """Returns the CPU time with which PostgreSQL inserts the rows of a push, by one statement that has them, in microseconds."""
    database = cluster.database
    database.run("DROP TABLE IF EXISTS bare; CREATE TABLE bare (LIKE item INCLUDING ALL)")
    payloads = [row[0] for row in database.run(f"SELECT 'x' || encode(payload, 'hex') FROM item LIMIT {BATCH}")]
    rows = ", ".join(
        f"(1, ('01a1ff16-19c2-7178-945d-' || lpad(to_hex(:n * {BATCH} + {number}), 12, '0'))::uuid, "
        f":n * {BATCH} + {number}, '\\{payload}'::bytea)" for number, payload in enumerate(payloads))
    script = folder / "insert.sql"
    script.write_text(
        f"\\set n :n + 1\nINSERT INTO bare (vault, id, revision, payload) VALUES {rows} ON CONFLICT (vault, id)"
        " DO UPDATE SET revision = excluded.revision, payload = excluded.payload;\n")
    folder.chmod(0o755)
    script.chmod(0o644)
    before = cluster.database_cpu()
    ending = database.tool(
        "pgbench", f"--protocol={protocol}", "--no-vacuum", "--define=n=0", f"--file={script}", f"--time={math.ceil(arguments.seconds)}",
        f"--host={database.folder}", "--username=notes", "postgres")
    done = int(re.search(r"transactions actually processed: (\d+)", ending.stdout).group(1))
    return (cluster.database_cpu() - before) / done


def growth(programs, arguments):
    """Measures requests with many other vaults and a large one, beside the same requests with few and a small one."""
    measurements = []
    with MeasuredCluster(programs, nodes=1) as small, MeasuredCluster(programs, nodes=1) as large:
        for cluster in small, large:
            cluster.ask("push", 1, f"--requests={1000 // BATCH}")
        small.grow(SMALL, 0)
        progress(f"{SMALL:,} vaults")
        large.grow(LARGE, NOTES_OF_LARGE)
        progress(f"{LARGE:,} vaults with {LARGE * ITEMS_OF_VAULT + NOTES_OF_LARGE:,} notes")
        kinds = [requests(cluster.epoch, cluster.head()) for cluster in (small, large)]
        for (name, kind, options, _), (_, _, others, _) in zip(*kinds):
            costs = [[], []]
            for _ in range(2 * arguments.runs):
                for cluster, own, query in zip((small, large), costs, (options, others)):
                    own.append(cluster.ask(kind, 4, f"--seconds={arguments.seconds}", *query))
            few, many = map(median, costs)
            measurements.append(Measurement(
                f"{name}, CPU of node and PostgreSQL", many.node + many.database, few.node + few.database,
                maximum_share=1.15, unit="µs"))
            progress(f"{name}: done")
    return measurements


def watchers(programs):
    """Measures devices that watch for changes at two nodes."""
    with MeasuredCluster(programs, nodes=2) as cluster, contextlib.ExitStack() as sockets:
        devices = [device for node in cluster.nodes for device in watchers_of(node, WATCHERS // len(cluster.nodes))]
        progress(f"{WATCHERS:,} devices sign in")
        before = max(node.resident() for node in cluster.nodes)
        trips = cluster.trips()
        connect(devices, cluster.nodes, sockets)
        connecting = (cluster.trips() - trips) / WATCHERS
        memory = max(node.resident() for node in cluster.nodes)
        trips = cluster.trips()
        work = [cpu(node.process.pid) for node in cluster.nodes]
        time.sleep(IDLE_SECONDS)
        trips = (cluster.trips() - trips) / IDLE_SECONDS
        work = max(cpu(node.process.pid) - start for node, start in zip(cluster.nodes, work)) / IDLE_SECONDS / 10_000
    label = f"{WATCHERS:,} watching devices at 2 nodes"
    return [
        Measurement(f"{label}, memory of a node", memory, before, maximum=150, unit="MB"),
        Measurement(f"{label}, CPU of a node", work, maximum=2, unit="% of a core"),
        Measurement(f"{label}, round trips to begin", connecting),
        Measurement(f"{label}, round trips per second while idle", trips, maximum=2),
    ]


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench cluster")
    for name in ("notesctl", "load"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    # Each run has 65 new devices, and a vault with the receipts of 256 begins another epoch.
    parser.add_argument("--runs", type=int, default=3, choices=range(1, 4))
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    programs = {name: str(Path(getattr(arguments, name)).resolve()) for name in ("notesctl", "load")}
    FOLDER.mkdir(parents=True, exist_ok=True)

    with tempfile.TemporaryDirectory(prefix="notes-bench-") as folder:
        requested, inserted = throughput(programs, arguments, Path(folder))
    tables = [
        ("SQLite", requested), ("INSERT", inserted), (f"{SMALL:,} vaults", growth(programs, arguments)),
        ("none", watchers(programs)),
    ]
    about = {"date": date.today().isoformat(), "runs": arguments.runs, "seconds": arguments.seconds, **machine()}
    rows = [one.record for _, measurements in tables for one in measurements]
    (FOLDER / "cluster.json").write_text(json.dumps({**about, "rows": rows}, indent=2, ensure_ascii=False) + "\n")
    print(" · ".join(f"{key} {value}" for key, value in about.items()))
    print("Medians. Load generator, nodes and PostgreSQL share the processor.")
    for beside, measurements in tables:
        print()
        print_measurements(measurements, beside)
    missed = sum(one.misses for _, measurements in tables for one in measurements)
    if arguments.check and missed:
        sys.exit(f"{missed} targets missed")


if __name__ == "__main__":
    main()
