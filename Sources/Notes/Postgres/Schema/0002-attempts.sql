-- Version 2: the attempts with passwords, which the nodes share. Programs of version 1 can use these tables, and count alone.

-- A bucket of attempts, which refills as time passes; a full one need not have a row. Lost when the database crashes, as the
-- counts of a server with one process are when it ends.
CREATE UNLOGGED TABLE bucket (
  name text COLLATE "C" PRIMARY KEY,
  level bigint NOT NULL,                        -- the remaining attempts, in units of 1/window of an attempt
  touched bigint NOT NULL,                      -- the time of the last refill, in milliseconds since 1970
  filled bigint NOT NULL                        -- the time from which the row is not needed
) WITH (fillfactor = 70);

CREATE INDEX bucket_filled ON bucket (filled);
