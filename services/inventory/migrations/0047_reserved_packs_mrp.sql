-- no-transaction
-- What refers to a batch by its MRP.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reserved_packs_batch_mrp ON reserved_packs (batch_id, mrp_paise);
