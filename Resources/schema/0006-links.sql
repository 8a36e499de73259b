-- Version 6: the names of notes, and the links between them; see Database+LinkIndexes. The program fills both tables for the
-- notes of earlier versions.

-- The names by which links and people find notes, as keys: see NoteName. Without those that begin with a notebook.
CREATE TABLE note_name (
  name TEXT NOT NULL,
  note INTEGER NOT NULL,
  PRIMARY KEY (name, note)
) STRICT, WITHOUT ROWID;

-- The names in the links of notes, as keys, whether a note has that name or not.
CREATE TABLE note_link (
  target TEXT NOT NULL,
  note INTEGER NOT NULL,
  PRIMARY KEY (target, note)
) STRICT, WITHOUT ROWID;
