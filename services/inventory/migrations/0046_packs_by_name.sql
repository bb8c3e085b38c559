-- no-transaction
-- The order of the list of stock.
CREATE INDEX CONCURRENTLY IF NOT EXISTS packs_by_name ON packs (lower(product_name), product_id, weight_in_grams);
