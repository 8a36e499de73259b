-- Version 8: end-to-end encryption; see EncryptionStore. No secrets are here.

-- The latest keyring of each vault that was ever encrypted. It stays after the device has signed out. The generation 0, with no
-- bytes, is that of a vault that this device only knows to be encrypted. The work under way is a raw EncryptionStage.
CREATE TABLE keyring (
  vault TEXT PRIMARY KEY,
  generation INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  sealing INTEGER NOT NULL                      -- whether everything in the vault is being sealed
) STRICT, WITHOUT ROWID;

-- The sealed forms of blobs, each with the digest of the sealed bytes and the id of the key.
CREATE TABLE sealed_blob (
  vault TEXT NOT NULL,
  digest BLOB NOT NULL,
  size INTEGER NOT NULL,
  sealed BLOB NOT NULL,
  key INTEGER NOT NULL,
  PRIMARY KEY (vault, digest)
) STRICT, WITHOUT ROWID;
