"""The commands that are measured, each with the statements of SQL that do the same work, and its target."""

import shlex
import sys
from dataclasses import dataclass

import corpus
import floor
from measure import output
from report import Limit


@dataclass
class Operation:
    name: str
    ours: list[str]
    floor: list[str]
    limit: Limit | None = None


# The queries of lists, and their conditions. With the plus signs, SQLite stops at the twentieth note; otherwise it would
# read and sort all notes that pass.
FILTERS = {
    "tag:garden": """
        +rowid IN (SELECT note FROM note_tag WHERE tag = 'garden' OR (tag >= 'garden/' AND tag < 'garden0'))""",
    "notebook:work": """
        (notebook = 'work' COLLATE NOCASE
          OR (notebook >= 'work/' COLLATE NOCASE AND notebook < 'work0' COLLATE NOCASE))""",
    "before:2018": "modified < unixepoch('2018-01-01', 'utc') * 1000",
    "after:2025-06": "modified >= unixepoch('2025-06-01', 'utc') * 1000",
    "is:pinned": "pinned = 1",
    "has:attachment": "+rowid IN (SELECT note FROM note_attachment)",
    "title:bread": "+rowid IN (SELECT rowid FROM note_fts WHERE note_fts MATCH 'title : bread')",
    "title:bread OR title:tea": """
        +rowid IN (SELECT rowid FROM note_fts WHERE note_fts MATCH 'title : (bread OR tea)')""",
}


def operations(notesctl, store, bare, notes):
    """The repeated operations. Reads share a store; adds, which run last, have a store for each side."""

    def search(name, query, limit):
        return Operation(name, [*notesctl, "search", query, "--limit", "20"], floor.shell(store, floor.search(query)), limit)

    def filtered(query, condition):
        command = [*notesctl, "list", *shlex.split(query), "--limit", "20"]
        statement = floor.listed(condition)
        return same_notes(Operation(f"list {query}", command, floor.shell(store, statement), Limit("ratio", 3)))

    def backlinks(name, number, limit=None):
        return same_notes(Operation(
            name, [*notesctl, "backlinks", notes.titles[number]],
            floor.shell(store, floor.backlinks(notes.names(number))), limit))

    # The hundredth note has a few dozen backlinks, the first one by far the most.
    linked = min(100, len(notes.titles) - 1)
    title = notes.titles[linked]
    names, identifier = notes.names(linked), output([*notesctl, "show", title, "--format", "{id}"]).strip()
    return [
        Operation("start", [*notesctl, "--version"], floor.shell(":memory:", floor.START), Limit("cpu", 10)),
        Operation("list, newest 20", [*notesctl, "list", "--limit", "20"],
                  floor.shell(store, floor.listed()), Limit("ratio", 3)),
        *(filtered(*filter) for filter in FILTERS.items()),
        filtered(f'links:"{title}"', floor.links_to(names)),
        Operation("show", [*notesctl, "show", identifier],
                  floor.shell(store, floor.show(f"id = x'{identifier.replace('-', '')}'", names))),
        Operation("show, by title", [*notesctl, "show", title],
                  floor.shell(store, floor.show(floor.named(title.lower()), names)), Limit("cpu", 12)),
        backlinks("backlinks", linked, Limit("cpu", 15)),
        backlinks("backlinks of the most linked note", 0),
        Operation("complete The", [*notesctl, "complete", "note", "bash", "--", "The", "notesctl", "show", "The"],
                  floor.shell(store, floor.completions("the")), Limit("cpu", 15)),
        search("search, a rare word", corpus.RARE_WORD, Limit("ratio", 3)),
        search("search, a phrase in every tenth", f'"{corpus.FREQUENT_PHRASE}"', Limit("ratio", 1.7)),
        search("search, tomat*", "tomat*", Limit("wall", 150)),
        search("search, the", "the", Limit("wall", 150)),
        Operation("add, durable", [*notesctl, "add", "--title", "Beans", "Sow them."],
                  floor.shell(bare, floor.ADD), Limit("wall", 20)),
    ]


def picks(notesctl, store):
    """Returns the commands that write all notes to fzf."""
    return [*notesctl, "pick"], ["sh", "-c", '"$@" | fzf', "sh", *floor.shell(store, floor.listed(limit=-1))]


def same_notes(operation):
    """Returns an operation, both sides of which find the same notes in the same order."""
    ours = output([*operation.ours, "--format", "{id}"]).replace("-", "").upper().split()
    theirs = [line.split("|")[0] for line in output(operation.floor).splitlines() if "|" in line]
    if ours != theirs:
        sys.exit(f"'{operation.name}' and its floor find different notes")
    return operation
