-- Version 15: what this device knows of the keyring of a vault beside its bytes; see KnownKeyring.

-- The revision at which the current key was first seen; NULL when it is not known.
ALTER TABLE keyring ADD COLUMN rotated INTEGER;

-- Whether this device made a recovery code that may not have been shown.
ALTER TABLE keyring ADD COLUMN owes_code INTEGER NOT NULL DEFAULT 0;
