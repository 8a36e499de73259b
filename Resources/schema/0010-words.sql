-- Version 10: the index of words by a tokenizer of the program; see NoteWordTokenizer. The program fills it for the notes of
-- earlier versions.

DROP TABLE note_fts;

-- The texts themselves are in note. The body is the first column, since the index stores the column of each word except for
-- the first one, which saves a quarter of its size.
CREATE VIRTUAL TABLE note_fts USING fts5 (
  body, title, tags,
  content = 'note', content_rowid = 'rowid',
  tokenize = 'notes'
);

-- A word in the title has the highest weight, then one in the tags, then one in the text.
INSERT INTO note_fts (note_fts, rank) VALUES ('rank', 'bm25(1.0, 10.0, 5.0)');
