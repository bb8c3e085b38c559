-- How often a sweep is due, in seconds, as the program says that took it last; absent until one takes it. Without it, the age of a
-- sweep says nothing to a person who looks at the table.
ALTER TABLE sweeps ADD COLUMN every_seconds double precision;
