-- How often an event was tried, those attempts included whose program died: whatever is put off is taken out of it again.
ALTER TABLE inbox_claims ADD COLUMN attempts integer NOT NULL DEFAULT 0;
