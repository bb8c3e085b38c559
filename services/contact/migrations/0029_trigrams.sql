-- A part of a name is found by its trigrams. The extension is a trusted one: the owner of the database may make it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
