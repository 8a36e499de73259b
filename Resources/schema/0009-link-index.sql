-- Version 9: the links between notes as an inverted index; see Database+LinkIndexes. The program fills it for the notes of
-- earlier versions.

-- The names in the links of each note, as keys, whether a note has that name or not. A row of note_link is a note with links:
-- its names in lines, each of which is one token. As a table with a row for each link, it took twice the space, and an
-- import wrote most of its pages again with every batch.
DROP TABLE note_link;
CREATE VIRTUAL TABLE note_link USING fts5 (
  names,
  content = '', detail = none,
  tokenize = "ascii tokenchars ' !""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);

-- Reads the index by name: a row for each name (term) of each note (doc).
CREATE VIRTUAL TABLE note_link_name USING fts5vocab (note_link, instance);
