-- Version 7: names of files; see Note.

-- The name of the note's file in a folder of Markdown without `.md`, where it does not follow from the title; else empty.
ALTER TABLE note ADD COLUMN file_name TEXT NOT NULL DEFAULT '';
