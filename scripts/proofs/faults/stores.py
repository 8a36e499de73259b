"""Reads the stores of devices and servers while no program has them open."""

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path


@contextlib.contextmanager
def opened(path):
    """Opens a copy of a store with its journal or log.

    A killed program can leave a transaction to roll back or a log to replay. SQLite writes to the file for both, which would
    repair the store of the program under test: hence the copy.
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
    """Returns the rows of a statement; none if the store was not created.

    A store is created in one transaction, which sets its version last. Killed before that, a program leaves no file, an empty
    one, or one whose transaction is rolled back: none has tables.
    """
    with opened(path) as database:
        if database.execute("PRAGMA user_version").fetchone() == (0,):
            return []
        return database.execute(statement, values).fetchall()


def is_readable(path):
    """Returns whether a store is undamaged; one that was not created is."""
    try:
        with opened(path) as database:
            return database.execute("PRAGMA quick_check").fetchall() == [("ok",)]
    except sqlite3.DatabaseError:
        return False
