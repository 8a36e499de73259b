-- Version 13: what a device has to do about the files of notes that arrived, even if its sync stops before; see ArrivedFiles.

CREATE TABLE sync_arrived_files (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  again INTEGER NOT NULL                        -- whether the note is to be sent again; 0 until its files were looked at
) STRICT, WITHOUT ROWID;
