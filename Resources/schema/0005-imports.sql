-- Version 5: the content of imported notes, since their times do not tell whether they were edited; see ImportRecord.

-- The fingerprint of the note after the import, 64 bits as a signed number; NULL in the records of earlier versions.
ALTER TABLE import_record ADD COLUMN content INTEGER;
