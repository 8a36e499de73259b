-- Version 15: what this device knows of the keyring of a vault beside its bytes; see KnownKeyring.

-- The revision at which the current key was first seen; NULL when it is not known.
ALTER TABLE keyring ADD COLUMN rotated INTEGER;
