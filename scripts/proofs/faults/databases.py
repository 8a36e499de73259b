"""PostgreSQL for the tests: a primary, and a standby that can take its place."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

from processes import Failed, wait_until


def tools():
    """Returns the folder of PostgreSQL's programs, of the newest version."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    if not initdb:
        raise Failed("PostgreSQL is not installed: run ./scripts/setup")
    return Path(initdb).parent


class Database:
    """One PostgreSQL server, which listens on a socket in its folder, as a user that is not root."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.data = self.folder / "data"
        self.socket = self.folder / ".s.PGSQL.5432"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o755)
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")

    def tool(self, name, *arguments, check=True):
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        ending = subprocess.run(
            [*user, str(tools() / name), *arguments], capture_output=True, text=True, cwd="/",
            stdin=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C"})
        if check and ending.returncode:
            raise Failed(f"{name} fails: {ending.stderr.strip()}")
        return ending

    def create(self):
        self.tool("initdb", f"--pgdata={self.data}", "--username=notes", "--auth=trust", "--encoding=UTF8", "--no-sync")
        self.configure("listen_addresses = ''", "max_connections = 100", "wal_keep_size = '128MB'", "hot_standby = on")
        return self

    def configure(self, *lines):
        with open(self.data / "postgresql.auto.conf", "a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in [*lines, f"unix_socket_directories = '{self.folder}'"])

    def start(self):
        # pg_ctl hands its output to the server, so that a pipe would never end.
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        status = subprocess.call(
            [*user, str(tools() / "pg_ctl"), f"--pgdata={self.data}", "--wait", f"--log={self.folder}/log", "start"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
            env={**os.environ, "LC_ALL": "C"})
        if status:
            raise Failed(f"PostgreSQL does not start:\n{(self.folder / 'log').read_text()[-2000:]}")
        return self

    def stop(self, mode="fast"):
        self.tool("pg_ctl", f"--pgdata={self.data}", f"--mode={mode}", "--wait", "stop", check=False)

    def kill(self):
        """Kills all processes of the server at once, as a loss of power does to them."""
        pid = int((self.data / "postmaster.pid").read_text().split()[0])
        children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()
        for process in [pid, *map(int, children)]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        wait_until(lambda: not Path(f"/proc/{pid}").exists(), "the end of PostgreSQL")

    def standby(self, folder):
        """Returns a synchronous standby: what is committed here is on its disk, too."""
        standby = Database(folder)
        self.tool("pg_basebackup", f"--host={self.folder}", "--username=notes", f"--pgdata={standby.data}",
                  "--write-recovery-conf", "--checkpoint=fast", "--no-sync")
        standby.configure("synchronous_standby_names = ''")
        standby.start()
        self.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.run("SELECT pg_reload_conf()")
        wait_until(lambda: self.run("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == [(1,)],
                   "the standby")
        return standby

    def promote(self):
        self.tool("pg_ctl", f"--pgdata={self.data}", "--wait", "promote")

    def run(self, sql, *values):
        """Runs a statement as the superuser. Returns its rows; numbers as such."""
        texts = iter(f"'{value}'" if isinstance(value, str) else str(value) for value in values)
        ending = self.tool("psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1",
                           f"--host={self.folder}", "--username=notes", "--dbname=postgres",
                           "--command=" + re.sub(r"\?", lambda _: next(texts), sql))
        return [tuple(int(cell) if re.fullmatch(r"-?\d+", cell) else cell for cell in line.split("|"))
                for line in ending.stdout.splitlines() if line]

    @contextlib.contextmanager
    def reading(self, table):
        """Keeps a transaction open that has read a table, as a dump does."""
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        command = [*user, str(tools() / "psql"), "--no-psqlrc", "--quiet", "--tuples-only", "--no-align",
                   f"--host={self.folder}", "--username=notes", "--dbname=postgres"]
        # Its end closes the input of psql, and with it the transaction.
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/") as session:
            session.stdin.write(f"BEGIN; SELECT count(*) FROM {table};\n")
            session.stdin.flush()
            session.stdout.readline()
            yield

    def answers(self):
        return self.tool("pg_isready", f"--host={self.folder}", "--username=notes", check=False).returncode == 0
