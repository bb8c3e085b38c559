-- no-transaction
-- What the catalog is to be told of.
CREATE INDEX CONCURRENTLY IF NOT EXISTS packs_to_report ON packs (product_id, weight_in_grams) WHERE is_report_due;
