-- no-transaction
-- Reviews that are still to be counted, of which there are none for long.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reviews_not_counted ON reviews (id) WHERE NOT is_counted;
