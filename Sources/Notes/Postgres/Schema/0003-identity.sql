-- Version 3: servers check in each transaction that writes whether they may use the database. Programs of version 1 can use
-- these tables, and check once for each connection.

-- A dump that is restored into the same cluster has other tables.
ALTER TABLE store ADD COLUMN table_identifier oid;

-- The cluster that has the data, by functions that every user may call: its identifier, and its timeline, which changes when
-- it is restored to an earlier time, or when a standby takes its place. The name of a file of the log begins with the
-- timeline; that of the last checkpoint would be too late.
CREATE VIEW present_cluster AS
  SELECT system_identifier,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int::bigint AS timeline,
    'store'::regclass::oid AS table_identifier
  FROM pg_control_system();

UPDATE store SET table_identifier = 'store'::regclass::oid;

-- Fails with the state NT001 in a database that was restored, moved or promoted since it was last accepted, and with NT002,
-- and the version of the tables as the message, if they are too new for a program of a version.
CREATE FUNCTION check_store(program bigint) RETURNS void STABLE LANGUAGE plpgsql AS $$
DECLARE
  accepted record;
BEGIN
  SELECT * INTO accepted FROM store;
  IF accepted.compatible_version > program THEN
    RAISE EXCEPTION '%', accepted.version USING ERRCODE = 'NT002';
  END IF;
  -- The log of a standby has no present position, and its timeline may be the next one already.
  IF NOT pg_is_in_recovery() AND NOT EXISTS (
    SELECT FROM present_cluster AS present
    WHERE present.system_identifier = accepted.system_identifier AND present.timeline = accepted.timeline
      AND present.table_identifier = accepted.table_identifier
  ) THEN
    RAISE EXCEPTION 'restored' USING ERRCODE = 'NT001';
  END IF;
END
$$;
