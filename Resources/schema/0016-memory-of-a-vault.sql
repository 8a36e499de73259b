-- Version 16: what this device knows of an encrypted vault, so that its server can return or withhold less; see EncryptionStore.

-- The lowest revisions at which keyrings were seen in which keys were replaced: eight bytes of the key's id, and as many of the
-- revision, for each key.
ALTER TABLE keyring ADD COLUMN retired BLOB NOT NULL DEFAULT x'';

-- The revisions at which notes were deleted, and their epoch. A deleted note has no other row from which an earlier version is told.
CREATE TABLE sealed_deletion (
  vault TEXT NOT NULL,
  note BLOB NOT NULL,
  revision INTEGER NOT NULL,
  epoch BLOB NOT NULL,
  PRIMARY KEY (vault, note)
) STRICT, WITHOUT ROWID;

-- The last changes that the vault accepted from this device and did not return yet, and the epoch of their revisions.
CREATE TABLE accepted_change (
  vault TEXT NOT NULL,
  note BLOB NOT NULL,
  revision INTEGER NOT NULL,
  epoch BLOB NOT NULL,
  PRIMARY KEY (vault, note)
) STRICT, WITHOUT ROWID;
