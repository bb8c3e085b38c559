-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS product_changes_named_photos ON product_changes USING gin (named_photos(fields::text));
