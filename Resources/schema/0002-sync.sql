-- Version 2: the history of notes, and the state of sync.
--
-- Older versions of notes, and versions of other devices, are stored as payloads: see NotePayload, which devices also
-- exchange. The program writes these tables in the transaction that changes a note; those of sync only after the first sync.
-- There are few tables and indexes, since each takes a page of 32 KB from the start.

-- The sets of changes: what one command, import or sync did, and an undo reverts as a whole. A set that lost its last change
-- with a purged note stays, hidden, so that its number is not used again.
CREATE TABLE change_set (
  id INTEGER PRIMARY KEY,                       -- its number
  made INTEGER NOT NULL,
  kind INTEGER NOT NULL,                        -- 0 a person's, 1 an import, 2 a sync, 3 an undo
  undoes INTEGER,                               -- of an undo: the number of the set that it took back
  undone_by INTEGER,                            -- the number of the set that took this one back
  notes INTEGER NOT NULL,                       -- how many notes it changed
  first_inserted INTEGER,                       -- its rows in insertion begin nowhere else than between these two
  last_inserted INTEGER
) STRICT;

-- The insertions of notes, as ranges of note.rowid: thousands of imported notes take one row. Every row of a range exists. A
-- note that is removed leaves its range; when sync removed it, table version records its insertion instead.
CREATE TABLE insertion (
  first INTEGER PRIMARY KEY,
  last INTEGER NOT NULL,
  change_set INTEGER NOT NULL
) STRICT;

-- The other changes: one row for each note in each set. The version after a change is the one before the next change, or the
-- note itself.
CREATE TABLE version (
  note BLOB NOT NULL CHECK (length(note) = 16),
  change_set INTEGER NOT NULL,
  before BLOB,                                  -- a payload; NULL when the note was not there
  merge_base BLOB,                              -- of a merge: the payload that both texts go back to, if known
  merge_theirs BLOB                             -- of a merge: the payload that came from the vault
) STRICT;

CREATE UNIQUE INDEX version_note ON version (note, change_set);
CREATE INDEX version_change_set ON version (change_set, note);

-- The state of this device: one row, from the first sync on. Ids have 16 bytes.
CREATE TABLE sync_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  device BLOB NOT NULL,
  next_batch INTEGER NOT NULL,
  epoch BLOB,
  cursor INTEGER NOT NULL,
  floor INTEGER,
  snapshot_after INTEGER,                       -- NULL when no snapshot is under way
  snapshot_floor INTEGER,
  forked_at INTEGER,
  deletions INTEGER NOT NULL,
  brake_deletions INTEGER,                      -- NULL when the brake is off
  brake_notes INTEGER,
  last_success INTEGER
) STRICT;

-- The vault's last known state of each note. Of a note that is not dirty, the vault's version is the note itself.
CREATE TABLE sync_item (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  revision INTEGER NOT NULL,
  dirty INTEGER NOT NULL,                       -- whether the note differs from the vault's version
  block TEXT                                    -- unreadable, or refused: and the reason; NULL for a note that is not left out
) STRICT, WITHOUT ROWID;

CREATE INDEX sync_item_pending ON sync_item (id) WHERE dirty = 1 AND block IS NULL;
CREATE INDEX sync_item_blocked ON sync_item (id) WHERE block IS NOT NULL;

-- The vault's versions of dirty notes.
CREATE TABLE sync_base (
  id BLOB PRIMARY KEY,
  payload BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The batch under way: one row, and one for each of its changes, with the exact bytes that were sent.
CREATE TABLE sync_batch (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  epoch BLOB NOT NULL,
  device BLOB NOT NULL,
  number INTEGER NOT NULL
) STRICT;

CREATE TABLE sync_batch_change (
  position INTEGER PRIMARY KEY,
  note BLOB NOT NULL,
  base INTEGER NOT NULL,
  payload BLOB                                  -- NULL for a deletion
) STRICT;

-- The received part of a snapshot of the vault. A NULL payload is a tombstone, here and below.
CREATE TABLE sync_staged (
  id BLOB PRIMARY KEY,
  revision INTEGER NOT NULL,
  payload BLOB
) STRICT, WITHOUT ROWID;

-- Items that this program could not read, kept for a newer one.
CREATE TABLE sync_unreadable (
  id BLOB PRIMARY KEY,
  revision INTEGER NOT NULL,
  payload BLOB
) STRICT, WITHOUT ROWID;

-- The unsettled conflicts, oldest first: texts that could not be merged.
CREATE TABLE conflict (
  number INTEGER PRIMARY KEY,
  copy BLOB NOT NULL UNIQUE,                    -- the note with the text of this device
  note BLOB NOT NULL,                           -- the note with the text of the vault
  base BLOB,
  theirs BLOB NOT NULL,
  ours BLOB NOT NULL,
  met INTEGER NOT NULL
) STRICT;
