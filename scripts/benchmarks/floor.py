"""The floor: the same work in bare SQL, on the same schema.

    python3 floor.py FOLDER STORE    imports a folder of Markdown files in one transaction
"""

import hashlib
import json
import re
import shutil
import sqlite3
import sys
from datetime import datetime
from pathlib import Path
from urllib.parse import unquote

SCHEMA = Path(__file__).resolve().parents[2] / "Resources" / "schema"

INSERT = """
    INSERT INTO note (
      id, title, tags, inline_tags, notebook, pinned, archived, created, modified, foreign_front_matter, body, attachments)
    VALUES ({id}, {title}, {tags}, '[]', {notebook}, {pinned}, 0, {created}, {modified}, {front}, {body}, {attachments})"""

# The indexes that the program writes with a note; see Database+NoteIndexes.
INDEX = """
    INSERT INTO note_fts (rowid, body, title, tags) VALUES ({row}, {body}, {title}, {tags})"""
NAME = "INSERT OR IGNORE INTO note_name (name, note) VALUES ({name}, {row})"
TAG = "INSERT OR IGNORE INTO note_tag (tag, note) VALUES (?, ?)"
LINKS = "INSERT INTO note_link (rowid, names) VALUES (?, ?)"
ATTACHMENT = "INSERT INTO note_attachment (digest, note, name, size) VALUES (?, ?, ?, ?)"
BLOB = "INSERT INTO blob (digest, id, size, received, touched) VALUES (?, ?, ?, ?, 0)"
CHUNK = "INSERT INTO blob_chunk (place, bytes) VALUES (?, ?)"

# A wiki link, of which the target is captured, or a Markdown link to a file.
LINKED = re.compile(r"\[\[([^\]|]+)[^\]]*\]\]|\]\(([^)]+)\.md\)")

START = "SELECT 1"
SUMMARY = "hex(id), title, tags, notebook, modified"
LIST = f"""
    SELECT {SUMMARY} FROM note WHERE trashed IS NULL AND archived = 0{{}}
    ORDER BY pinned DESC, modified DESC, id DESC"""
BEANS = {"title": "'Beans'", "tags": "'[]'", "body": "'Sow them.'"}
ADD = "PRAGMA synchronous = FULL; BEGIN;{};{};{}; COMMIT;".format(
    INSERT.format(
        id="randomblob(16)", notebook="''", pinned=0, created=0, modified=0, front="''", attachments="'[]'", **BEANS),
    INDEX.format(row="last_insert_rowid()", **BEANS),
    NAME.format(row="last_insert_rowid()", name="'beans'"),
)


def listed(condition="", limit=20):
    """Returns the statement of a list, most recently changed first."""
    return LIST.format(condition and f" AND {condition}") + f" LIMIT {limit}"


def links_to(names):
    expression = " OR ".join('"' + name.replace('"', '""') + '"' for name in names)
    return f"rowid IN (SELECT rowid FROM note_link WHERE note_link MATCH {text(expression)})"


def backlinks(names):
    return f"SELECT {SUMMARY} FROM note WHERE trashed IS NULL AND {links_to(names)} ORDER BY modified DESC, id DESC"


def show(condition, names):
    """Returns the statements for a note and its backlinks."""
    return f"SELECT * FROM note WHERE {condition}; {backlinks(names)}"


def named(name):
    return f"rowid IN (SELECT note FROM note_name WHERE name = {text(name)})"


def completions(prefix):
    return f"""
        SELECT {SUMMARY} FROM note_name JOIN note ON note.rowid = note_name.note
        WHERE name >= {text(prefix)} AND name < {text(prefix)} || char(0x10FFFF) AND trashed IS NULL
        ORDER BY name, id DESC LIMIT 50"""


def search(query):
    return f"""
        SELECT hex(id), note.title, modified, snippet(note_fts, 1, '[', ']', '…', 16)
        FROM note_fts JOIN note ON note.rowid = note_fts.rowid
        WHERE note_fts MATCH '{query}' AND trashed IS NULL ORDER BY rank LIMIT 20"""


def text(value):
    return "'" + value.replace("'", "''") + "'"


def shell(store, sql):
    """Returns the command that runs SQL in its own process, without a final checkpoint, which would be most of an add."""
    return ["sqlite3", "-batch", "-cmd", ".dbconfig no_ckpt_on_close on", str(store), sql]


# The shell has not the tokenizer of the program. SQLite's own one finds the same words in the corpus.
TOKENIZER = "tokenize = 'unicode61 remove_diacritics 2'"


def with_own_tokenizer(schema):
    """Returns statements of the schema with a tokenizer of SQLite."""
    return schema.replace("tokenize = 'notes'", TOKENIZER)


def copy(store, path):
    """Copies a store that the program has closed, with its index of words as it is, for the shell."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for suffix in ("", "-wal"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
        if Path(f"{store}{suffix}").exists():
            shutil.copyfile(f"{store}{suffix}", f"{path}{suffix}")
    with sqlite3.connect(path) as database:
        (schema,) = database.execute("SELECT sql FROM sqlite_schema WHERE name = 'note_fts'").fetchone()
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'note_fts'", (with_own_tokenizer(schema),))
    return path


def rows(folder):
    for number, path in enumerate(sorted(Path(folder).rglob("*.md"))):
        _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
        keys = dict(line.split(": ", 1) for line in front.splitlines())
        tags, aliases, files = (items(keys.get(key, "")) for key in ("tags", "aliases", "note-attachments"))
        files = {file: Path(folder, file).read_bytes() for file in files}
        attachments = [
            (hashlib.sha256(content).hexdigest(), Path(file).name, content) for file, content in files.items()]
        yield {
            "id": number.to_bytes(16, "big"),
            "title": keys["title"],
            "tags": json.dumps(tags),
            "notebook": str(path.parent.relative_to(folder)),
            "pinned": "pinned" in keys,
            "created": milliseconds(keys["created"]),
            "modified": milliseconds(keys["updated"]),
            "front": "".join(f"aliases: [{alias}]\n" for alias in aliases),
            "body": body,
            "attachments": json.dumps([[name, digest, str(len(content))] for digest, name, content in attachments]),
        }, tags, [keys["title"], *aliases], attachments


def items(value):
    return [item for item in value.strip("[]").split(", ") if item]


def links(body):
    return {(wiki or unquote(path)).lower() for wiki, path in LINKED.findall(body)}


def milliseconds(time):
    return int(datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp() * 1000)


def main(folder, store):
    Path(store).parent.mkdir(parents=True, exist_ok=True)
    database = sqlite3.connect(store)
    database.execute("PRAGMA journal_mode = WAL")
    for file in sorted(SCHEMA.glob("*.sql")):
        database.executescript(with_own_tokenizer(file.read_text(encoding="utf-8")))
    columns = ("id", "title", "tags", "notebook", "pinned", "created", "modified", "front", "body", "attachments")
    insert, index = (
        statement.format(row=":row", **{column: f":{column}" for column in columns}) for statement in (INSERT, INDEX))
    name = NAME.format(name="?", row="?")
    with database:
        for note, tags, names, attachments in rows(folder):
            row = note["row"] = database.execute(insert, note).lastrowid
            database.execute(index, note)
            for statement, values in ((TAG, tags), (name, map(str.lower, names))):
                database.executemany(statement, ((value, row) for value in values))
            if linked := links(note["body"]):
                database.execute(LINKS, (row, "\n".join(linked)))
            for digest, file, content in attachments:
                database.execute(ATTACHMENT, (digest, row, file, len(content)))
                database.execute(BLOB, (digest, row, len(content), len(content)))
                database.execute(CHUNK, (row << 31, content))
    database.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
