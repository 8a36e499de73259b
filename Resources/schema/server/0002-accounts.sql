-- Version 2 of the server's file: accounts, each with one vault, and the devices that may speak for them.
--
-- No secret can be read from here: a password is known by a slow hash of it, a device's token by its digest.

CREATE TABLE account (
  number INTEGER PRIMARY KEY,                   -- stands for the name in the other table
  name TEXT NOT NULL UNIQUE,
  vault INTEGER NOT NULL UNIQUE REFERENCES vault (number),
  hash TEXT NOT NULL,                           -- of the password, in the PHC string format
  created INTEGER NOT NULL                      -- in milliseconds since 1970, like all moments here
) STRICT;

CREATE TABLE device (
  id INTEGER PRIMARY KEY,                       -- 64 random bits, no secret
  account INTEGER NOT NULL REFERENCES account (number),
  digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32), -- the SHA-256 of its token
  label TEXT NOT NULL,
  signed_in INTEGER NOT NULL,
  last_seen INTEGER NOT NULL                    -- to the day
) STRICT;

CREATE INDEX device_account ON device (account, signed_in);
