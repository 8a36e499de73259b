-- Version 4: the program counts the bytes of a vault's items; see SQLiteServerTransaction.

DROP TRIGGER item_added;
DROP TRIGGER item_changed;
DROP TRIGGER item_removed;
