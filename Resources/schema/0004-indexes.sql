-- Version 4: the program maintains the indexes of words, tags and attachments; see Database+NoteIndexes.

DROP TRIGGER note_inserted;
DROP TRIGGER note_deleted;
DROP TRIGGER note_words_updated;
DROP TRIGGER note_tags_updated;
DROP TRIGGER note_attachments_inserted;
DROP TRIGGER note_attachments_deleted;
DROP TRIGGER note_attachments_updated;
