"""Several nodes of one server on PostgreSQL, behind a load balancer, while all of them are killed."""

import contextlib
import os
import queue
import random
import signal
import socket
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import disks
from databases import Database
from judge import Ledger, check_all
from people import Person
from processes import Device, Failed, Server, wait_until
from links import Link
from proxy import Closed, Proxy, Stream

# The versions of the tables, in order.
SCRIPTS = sorted((Path(__file__).parents[3] / "Sources/Notes/Postgres/Schema").glob("*.sql"))


class Node(Server):
    """One process of the server, whose store is the database."""

    def __init__(self, notesctl, home, address):
        super().__init__(notesctl, home, "--store-connections", "4")
        self.store = address

    def restart(self):
        self.kill()
        # Without a database it does not start; a supervisor would try again.
        for _ in range(50):
            with contextlib.suppress(Failed):
                return self.serve()
            time.sleep(0.1)
        raise Failed(f"a node does not start:\n{self.log.read_text(errors='replace')[-2000:]}")


class Balancer(Proxy):
    """A load balancer: each request goes to a node at random, and to another if that one does not listen."""

    def __init__(self, nodes):
        super().__init__(upstream=0)
        self.nodes = nodes
        self.open = set()  # connections to nodes
        self.victims = None  # receives the node that dies when it has executed the next push

    def exchange(self, request):
        for node in random.sample(self.nodes, len(self.nodes)):
            try:
                server = socket.create_connection(("127.0.0.1", node.port), timeout=30)
            except ConnectionRefusedError:
                continue
            self.open.add(server)
            try:
                with server:
                    server.sendall(request)
                    answer = Stream(server).message(request.split(b" ", 1)[0])
            finally:
                self.open.discard(server)
            if b"/push " in request.split(b"\r\n", 1)[0] and answer.startswith(b"HTTP/1.1 200"):
                self.bury(node)
            self.record(request, answer)
            return answer
        raise Closed

    def bury(self, node):
        """Kills a node between its commit and its answer, if one shall die."""
        with self.lock:
            victims, self.victims = self.victims, None
        if victims:
            node.kill()
            victims.put(node)
            raise Closed

    def await_victim(self, seconds):
        """Waits until a node has died between its commit and its answer. Returns `None` if there was no push."""
        victims = queue.Queue()
        with self.lock:
            self.victims = victims
        with contextlib.suppress(queue.Empty):
            return victims.get(timeout=seconds)
        with self.lock:
            self.victims = None
        return None if victims.empty() else victims.get()

    def cut(self):
        """Closes all connections to nodes."""
        for server in list(self.open):
            with contextlib.suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)


class SharedLedger(Ledger):
    """A ledger for several threads."""

    def __init__(self):
        super().__init__()
        self.lock = threading.Lock()

    def mint(self):
        with self.lock:
            return super().mint()


class Cluster:
    """Nodes, their database and a balancer; for the judge, a server."""

    def __init__(self, notesctl, nodes, folder=None, before=None, prepare=lambda cluster: None):
        """`prepare` is called before the first node starts."""
        self.prepare = prepare
        self.temporary = tempfile.TemporaryDirectory(prefix="notes-cluster-")
        self.folder = Path(folder or self.temporary.name)
        self.folder.chmod(0o755)
        self.notesctl = notesctl
        self.database = Database(self.folder / "database")
        self.standby = None
        self.devices = []
        self.answers_lost = 0  # by nodes that died between commit and answer
        self.links = [Link(self.database.socket) for _ in range(nodes)]
        # The last node finds the primary by itself; what the others reach is decided by the network.
        addresses = [f"postgres://notes@127.0.0.1:{link.port}/postgres" for link in self.links]
        addresses[-1] = f"postgres:///postgres?user=notes&host={self.folder}/database,{self.folder}/standby"
        self.nodes = [
            Node(before or notesctl, self.folder / f"node-{number}", address) for number, address in enumerate(addresses)]
        self.balancer = Balancer(self.nodes)

    def __enter__(self):
        try:
            self.database.create().start()
            self.prepare(self)
            self.nodes[0].add_user("ada")
            for node in self.nodes:
                node.serve()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.balancer.close()
        for node in self.nodes:
            if node.process and node.process.poll() is None:
                node.kill()
        for link in self.links:
            link.close()
        for database in [self.standby, self.database]:
            if database:
                database.stop("immediate")
        self.temporary.cleanup()

    def add_devices(self, count):
        for _ in range(count):
            device = Device(self.notesctl, self.folder / f"device-{len(self.devices)}")
            device.login(self.balancer.port, "ada")
            self.devices.append(device)

    def read(self, statement, *values):
        if statement.startswith("PRAGMA"):
            return [("ok",)]
        return self.database.run(statement, *values)

    def are_ready(self):
        return all(node.is_ready() for node in self.nodes)

    def check_revisions(self):
        """Checks that each revision was assigned once, without gaps."""
        if self.balancer.trouble:
            raise Failed(self.balancer.trouble)
        rows = self.database.run("SELECT replace(epochs[cardinality(epochs)]::text, '-', ''), head, cardinality(epochs) FROM vault")
        ((epoch, head, count),) = rows
        if count != 1:
            raise Failed(f"the vault has {count} epochs, although nothing was lost")
        missing = self.balancer.gaps({str(epoch): (1, head)})
        if missing:
            raise Failed(f"the revisions {missing[:5]} were never assigned")
        return head

    # Faults

    def kill_node(self, dice):
        dice.choice(self.nodes).restart()

    def kill_connection(self, dice):
        """Ends a connection of a node, as a firewall or an administrator does."""
        self.database.tool("psql", f"--host={self.database.folder}", "--username=notes", "--dbname=postgres", "--quiet",
                           "--command=SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                           " WHERE application_name = 'notesctl' ORDER BY random() LIMIT 3", check=False)

    def kill_before_answer(self, dice):
        """Kills a node that has committed a batch and has not answered; the device sends the batch to another one."""
        victim = self.balancer.await_victim(dice.uniform(1, 3))
        if victim:
            self.answers_lost += 1
            victim.restart()

    def cut_network(self, dice):
        self.balancer.cut()

    def cut_link(self, dice):
        """Cuts a node from the database for a while."""
        dice.choice(self.links).cut(dice.uniform(0, 2))

    def slow_link(self, dice):
        """Delays what a node and the database send to each other for a while."""
        dice.choice(self.links).slow(dice.uniform(0.005, 0.05), dice.uniform(0.5, 3))

    def kill_database(self, dice):
        self.database.kill()
        time.sleep(dice.uniform(0, 0.5))
        self.database.start()

    def restart_database(self, dice):
        self.database.stop("fast")
        self.database.start()

    FAULTS = [(kill_node, 4), (kill_connection, 4), (kill_before_answer, 4), (cut_network, 2), (cut_link, 3),
              (slow_link, 3), (kill_database, 1), (restart_database, 1)]


def run(notesctl, syncs, seed):
    devices = 20 if syncs >= 200 else 4
    with Cluster(notesctl, nodes=3) as cluster:
        cluster.add_devices(devices)
        summary = run_kills(cluster, syncs, seed)
        answer = run_lost_answer(cluster, seed)
        promotion = run_promotion(cluster, seed)
    upgrade, stop = run_upgrade(notesctl, seed), run_stop_without_standby(notesctl)
    return f"{summary}; {answer}; {promotion}; {upgrade}; {stop}; {run_full_disk(notesctl)}"


def run_kills(cluster, syncs, seed):
    """Syncs on several threads, while nodes, connections and the database are killed."""
    dice, ledger = random.Random(seed), SharedLedger()
    done, failures, threads = threading.Event(), [], 4
    counts = {}

    def work(number):
        own = random.Random(seed * 100 + number)
        people = [Person(device, ledger, own) for device in cluster.devices[number::threads]]
        try:
            for _ in range(syncs // threads):
                person = own.choice(people)
                for _ in range(own.randint(0, 3)):
                    person.act()
                person.sync(is_killed=own.random() < 0.1)
        except Exception as failure:
            failures.append(failure)

    def break_things():
        while not done.wait(dice.uniform(0, 1.5)):
            fault = dice.choices([fault for fault, _ in Cluster.FAULTS], [weight for _, weight in Cluster.FAULTS])[0]
            counts[fault.__name__] = counts.get(fault.__name__, 0) + 1
            try:
                fault(cluster, dice)
            except Exception as failure:
                failures.append(failure)
                return

    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    chaos = threading.Thread(target=break_things)
    for thread in [*workers, chaos]:
        thread.start()
    for worker in workers:
        worker.join()
    done.set()
    chaos.join()
    if failures:
        raise failures[0]
    wait_until(cluster.are_ready, "the nodes")
    cluster.ledger = ledger
    summary = check_all(cluster, cluster.devices, ledger)
    head = cluster.check_revisions()
    kinds = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in sorted(counts.items()))
    return f"{syncs} syncs of {len(cluster.devices)} devices at {len(cluster.nodes)} nodes ({kinds}); {head} revisions without gap; {summary}"


def run_lost_answer(cluster, seed):
    """Kills each node between the commit of a batch and its answer. The other nodes answer the repeated batch."""
    person = Person(cluster.devices[0], cluster.ledger, random.Random(seed))
    before = cluster.answers_lost
    for _ in cluster.nodes:
        person.write(["add", "-"], person.lines(1), is_killed=False)
        victims = []
        waiting = threading.Thread(target=lambda: victims.append(cluster.balancer.await_victim(30)))
        waiting.start()
        wait_until(lambda: cluster.balancer.victims or victims, "the balancer")
        # One sync may meet the death, and then tries again by itself or exits.
        for _ in range(5):
            if person.sync(is_killed=False):
                break
        waiting.join()
        if not victims[0]:
            raise Failed("no node was killed between commit and answer")
        cluster.answers_lost += 1
        victims[0].restart()
    summary = check_all(cluster, cluster.devices, cluster.ledger)
    cluster.check_revisions()
    return f"{cluster.answers_lost - before} answers lost with their nodes: {summary}"


class Load:
    """Devices that sync all the time, and the failures of that."""

    def __init__(self, cluster, seed):
        self.cluster = cluster
        self.dice = random.Random(seed)
        self.people = [Person(device, cluster.ledger, self.dice) for device in cluster.devices[:4]]
        self.done = threading.Event()
        self.failures = []
        self.thread = threading.Thread(target=self.work)

    def work(self):
        try:
            while not self.done.is_set():
                person = self.dice.choice(self.people)
                person.act()
                person.device.run_killed(2, "sync")
        except Exception as failure:
            self.failures.append(failure)

    def __enter__(self):
        self.thread.start()
        # Something was acknowledged before what is to come.
        before = self.head()
        wait_until(lambda: self.failures or self.head() > before + 5, "pushes")
        return self

    def head(self):
        ((head,),) = self.cluster.database.run("SELECT coalesce(max(head), 0) FROM vault")
        return head

    def __exit__(self, *_):
        self.done.set()
        self.thread.join()
        if self.failures:
            raise self.failures[0]


def run_promotion(cluster, seed):
    """Kills the primary under load, and promotes its synchronous standby, which has lost nothing."""
    cluster.standby = cluster.database.standby(cluster.folder / "standby")
    with Load(cluster, seed) as load:
        acknowledged = load.head()
        cluster.database.kill()
        cluster.database, cluster.standby = cluster.standby, None
        for link in cluster.links:
            link.lead_to(cluster.database.socket)
        # Connections that were opened to a standby outlive its promotion.
        connections = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'notesctl'"
        wait_until(lambda: cluster.database.run(connections)[0][0] > 0, "connections to the standby")
        head = load.head()
        if head < acknowledged:
            raise Failed(f"the standby lacks revisions: it has {head} of {acknowledged}")
        cluster.database.promote()
        wait_until(lambda: not any(node.is_ready() for node in cluster.nodes), "the nodes to notice the promotion")
        time.sleep(1)
        if any(node.is_ready() for node in cluster.nodes):
            raise Failed("a node serves from a promoted database that no operator has accepted")
        if load.head() != head:
            raise Failed("a node wrote to a promoted database that no operator has accepted")
        cluster.nodes[-1].operate("after-restore", "--keep-epochs")
        wait_until(cluster.are_ready, "the nodes after the promotion")
    summary = check_all(cluster, cluster.devices, cluster.ledger)
    cluster.check_revisions()
    return f"a standby took over: {summary}"


def migrate_under_load(cluster, limit=5):
    """Brings tables of the version before to this one. Transactions of that version go on, also while a dump reads them.

    No transaction may wait longer than the limit in seconds, and the migration waits until the dump has ended.
    """
    database = cluster.database
    for script in SCRIPTS[:-1]:
        database.run(script.read_text(encoding="utf-8"))
    database.run(f"""
      INSERT INTO store (version, compatible_version, system_identifier, timeline, table_identifier)
      SELECT {len(SCRIPTS) - 1}, 1, system_identifier, timeline, table_identifier FROM present_cluster;
      INSERT INTO vault (name, head) VALUES ('before', 0)""")
    waits, done = [], threading.Event()

    def write():
        while not done.is_set():
            start = time.monotonic()
            database.run("""
              BEGIN; SELECT FROM store; UPDATE vault SET head = head + 1 WHERE name = 'before'; COMMIT""")
            waits.append(time.monotonic() - start)

    def is_waiting():
        blocked = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'notesctl' AND wait_event_type = 'Lock'"
        return migration.done() or database.run(blocked) != [(0,)]

    with ThreadPoolExecutor() as pool:
        writing = pool.submit(write)
        try:
            with database.reading("store"):
                migration = pool.submit(cluster.nodes[-1].operate, "migrate")
                wait_until(is_waiting, "the migration to wait for the dump")
                count = len(waits)
                wait_until(lambda: writing.done() or len(waits) > count + 20, "transactions during the migration")
                if migration.done():
                    migration.result()
                    raise Failed("a migration changes tables that a dump reads")
            migration.result()
        finally:
            done.set()
        writing.result()
    if max(waits) > limit:
        raise Failed(f"a transaction waited {max(waits):.1f} s for a migration")
    ((version,),) = database.run("SELECT version FROM store")
    if version != len(SCRIPTS):
        raise Failed(f"the tables are of version {version}")
    database.run("DELETE FROM vault")


def run_upgrade(notesctl, seed):
    """Brings the tables to another version under load, and replaces the nodes one after the other.

    `NOTESCTL_BEFORE` is the program of an earlier version. Without it, our migration runs beside transactions of the version
    before; then the nodes are of this version, and the tables become those of a later one that is compatible.
    """
    before = os.environ.get("NOTESCTL_BEFORE")
    prepare = {} if before else {"prepare": migrate_under_load}
    with Cluster(notesctl, nodes=3, before=before, **prepare) as cluster:
        cluster.ledger = SharedLedger()
        cluster.add_devices(4)
        ((version, compatible),) = cluster.database.run("SELECT version, compatible_version FROM store")

        def upgrade():
            if before:
                Node(notesctl, cluster.folder / "operator", cluster.nodes[-1].store).operate("migrate")
            else:
                cluster.database.run(f"""
                  ALTER TABLE vault ADD COLUMN later text; ALTER TABLE item ADD COLUMN later text;
                  UPDATE store SET version = {version + 1}""")

        with Load(cluster, seed) as load, ThreadPoolExecutor() as pool:
            with cluster.database.reading("store"):
                upgrading = pool.submit(upgrade)
                head = load.head()
                wait_until(lambda: load.failures or load.head() > head + 5, "pushes during the migration")
            upgrading.result()
            migrated = load.head()
            for node in cluster.nodes:
                if not node.is_ready():
                    raise Failed("a node is not ready after a compatible migration")
                wait_until(lambda: load.failures or load.head() > migrated, "pushes after the migration")
                node.stop()
                node.notesctl = str(Path(notesctl).resolve())
                node.serve()
                migrated = load.head()
        ((after, _),) = cluster.database.run("SELECT version, compatible_version FROM store")
        if after <= version:
            raise Failed(f"the tables are of version {after}")
        summary = check_all(cluster, cluster.devices, cluster.ledger)
        cluster.check_revisions()
    return f"the tables from version {version} to {after} under load: {summary}"


def run_stop_without_standby(notesctl, seconds=40):
    """Stops a node with a commit that waits for a synchronous standby, which is gone."""
    with Cluster(notesctl, nodes=1) as cluster:
        cluster.add_devices(1)
        (device,), (node,) = cluster.devices, cluster.nodes
        cluster.database.run("ALTER SYSTEM SET synchronous_standby_names = 'gone'")
        cluster.database.run("SELECT pg_reload_conf()")
        syncs = []

        def waits():
            if cluster.database.run("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") != [(0,)]:
                return True
            # Commits learn a little later that there is a standby to wait for.
            if not syncs or syncs[-1].poll() is not None:
                device.add("waits for a standby\n")
                syncs.append(device.start("sync", pipe=False))
            return False

        try:
            wait_until(waits, "a commit that waits for the standby")
            start = time.monotonic()
            node.process.send_signal(signal.SIGTERM)
            try:
                node.process.wait(seconds)
            except subprocess.TimeoutExpired:
                raise Failed(f"a node does not stop within {seconds} s while a standby is gone") from None
        finally:
            for sync in syncs:
                sync.kill()
                sync.wait()
    return f"a node stopped in {time.monotonic() - start:.0f} s without a standby"


def run_full_disk(notesctl):
    """Fills the disk of the database: pushes fail, nothing that was acknowledged is lost, and space repairs it."""
    ledger = Ledger()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="notes-disk-"))
        Path(folder).chmod(0o755)
        stack.enter_context(disks.small_disk(Path(folder, "database"), 120))
        cluster = stack.enter_context(Cluster(notesctl, nodes=1, folder=folder))
        cluster.add_devices(2)
        first, second = cluster.devices
        disks.write(first, ledger, 20)
        first.sync()
        ballast = disks.fill(Path(folder, "database"))
        for _ in range(60):
            disks.write(first, ledger, 100)
            ending = first.end(first.start("sync"))
            if ending.status:
                break
        if ending.status not in (69, 75):
            raise Failed(f"a sync with a full database exits with {ending.status}: {ending.error}")
        ballast.unlink()
        # PostgreSQL ends when it cannot write its log; a supervisor starts it again.
        if not cluster.database.answers():
            cluster.database.stop("immediate")
            cluster.database.start()
        wait_until(cluster.are_ready, "the node after the disk was full")
        summary = check_all(cluster, cluster.devices, ledger)
        cluster.check_revisions()
    return f"a full disk: {summary}"
