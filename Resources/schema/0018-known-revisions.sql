-- Version 18: what this device knew of notes before it read a whole vault again; see EncryptionStore.

-- The revisions of the notes of an encrypted vault, in each epoch, when this device began to read all of it. A note that is missing
-- then counts as lost, and is sent once more: without this, any earlier version could take its place afterwards.
CREATE TABLE known_revision (
  vault TEXT NOT NULL,
  epoch BLOB NOT NULL,
  note BLOB NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (vault, epoch, note)
) STRICT, WITHOUT ROWID;
