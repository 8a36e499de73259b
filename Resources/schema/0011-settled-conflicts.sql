-- Version 11: the resolution of a conflict can be undone.

ALTER TABLE conflict ADD COLUMN settled_by INTEGER;    -- the change set that settled it; NULL while it is open
ALTER TABLE conflict ADD COLUMN reopened_by INTEGER;   -- the change set that undid that one
