"""The floor: the same work in bare SQL, on the same schema.

    python3 floor.py FOLDER STORE    imports a folder of Markdown files in one transaction
"""

import json
import sqlite3
import sys
from datetime import datetime
from pathlib import Path

SCHEMA = Path(__file__).resolve().parents[2] / "Resources" / "schema"

INSERT = """
    INSERT INTO note (
      id, title, tags, inline_tags, notebook, pinned, archived, created, modified, foreign_front_matter, body)
    VALUES ({id}, {title}, {tags}, '[]', {notebook}, 0, 0, {created}, {modified}, '', {body})"""

# The indexes that the program writes with a note; see Database+NoteIndexes.
INDEX = """
    INSERT INTO note_fts (rowid, body, title, tags) VALUES ({row}, {body}, {title}, {tags})"""
TAG = "INSERT OR IGNORE INTO note_tag (tag, note) SELECT value, {row} FROM json_each({tags})"

START = "SELECT 1"
LIST = """
    SELECT hex(id), title, tags, notebook, modified FROM note
    WHERE trashed IS NULL AND archived = 0 ORDER BY pinned DESC, modified DESC, id DESC LIMIT 20"""
SHOW = "SELECT * FROM note WHERE id = (SELECT id FROM note WHERE rowid = 1)"
BEANS = {"title": "'Beans'", "tags": "'[]'", "body": "'Sow them.'"}
ADD = "PRAGMA synchronous = FULL; BEGIN;{};{}; COMMIT;".format(
    INSERT.format(id="randomblob(16)", notebook="''", created=0, modified=0, **BEANS),
    INDEX.format(row="last_insert_rowid()", **BEANS),
)


def search(query):
    return f"""
        SELECT hex(id), note.title, modified, snippet(note_fts, 1, '[', ']', '…', 16)
        FROM note_fts JOIN note ON note.rowid = note_fts.rowid
        WHERE note_fts MATCH '{query}' AND trashed IS NULL ORDER BY rank LIMIT 20"""


def shell(store, sql):
    """Returns the command that runs SQL in its own process, without a final checkpoint, which would be most of an add."""
    return ["sqlite3", "-batch", "-cmd", ".dbconfig no_ckpt_on_close on", str(store), sql]


def rows(folder):
    for number, path in enumerate(sorted(Path(folder).rglob("*.md"))):
        _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
        keys = dict(line.split(": ", 1) for line in front.splitlines())
        tags = keys.get("tags", "[]").strip("[]").split(", ")
        yield {
            "id": number.to_bytes(16, "big"),
            "title": keys["title"],
            "tags": json.dumps([tag for tag in tags if tag]),
            "notebook": str(path.parent.relative_to(folder)),
            "created": milliseconds(keys["created"]),
            "modified": milliseconds(keys["updated"]),
            "body": body,
        }


def milliseconds(time):
    return int(datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp() * 1000)


def main(folder, store):
    database = sqlite3.connect(store)
    database.execute("PRAGMA journal_mode = WAL")
    for file in sorted(SCHEMA.glob("*.sql")):
        database.executescript(file.read_text(encoding="utf-8"))
    columns = ("id", "title", "tags", "notebook", "created", "modified", "body")
    with database:
        insert, index, tag = (
            statement.format(row=":row", **{column: f":{column}" for column in columns})
            for statement in (INSERT, INDEX, TAG))
        for note in rows(folder):
            note["row"] = database.execute(insert, note).lastrowid
            database.execute(index, note)
            if note["tags"] != "[]":
                database.execute(tag, note)
    database.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
