-- no-transaction
-- The few batches whose packs may have to be replaced.
CREATE INDEX CONCURRENTLY IF NOT EXISTS batches_recalled ON batches (product_id, weight_in_grams) WHERE is_recalled;
