"""The stores of devices and servers, read from outside while no program has them open."""

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path


@contextlib.contextmanager
def opened(path):
    """Opens a copy of a store, with the journal or log that belongs to it.

    A program that was killed may leave a transaction to roll back or a log to read. SQLite needs to write for both, and
    what it writes must not help the program under test: hence a copy.
    """
    with tempfile.TemporaryDirectory(prefix="notes-store-") as folder:
        copy = Path(folder, path.name)
        for suffix in ("", "-journal", "-wal"):
            file = path.with_name(path.name + suffix)
            if file.exists():
                shutil.copyfile(file, copy.with_name(file.name))
        with contextlib.closing(sqlite3.connect(copy)) as database:
            yield database


def read(path, statement, *values):
    """Returns the rows of a statement; none if the store has not been made.

    A store is made in one transaction, which ends by setting its version. Killed before that, a program leaves no file,
    an empty one, or one whose transaction is rolled back: in each case there are no tables to ask.
    """
    with opened(path) as database:
        if database.execute("PRAGMA user_version").fetchone() == (0,):
            return []
        return database.execute(statement, values).fetchall()


def is_readable(path):
    """Whether SQLite finds a store undamaged; one that has not been made is."""
    try:
        with opened(path) as database:
            return database.execute("PRAGMA quick_check").fetchall() == [("ok",)]
    except sqlite3.DatabaseError:
        return False
