-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_named_photos ON products USING gin (named_photos(photos::text));
