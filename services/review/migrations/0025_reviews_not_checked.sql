-- no-transaction
-- Reviews whose text is still to be looked through for claims, of which there are none for long.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reviews_not_checked ON reviews (id) WHERE checked_version <> version;
