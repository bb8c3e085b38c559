-- no-transaction
-- What reservations refer to, so that the MRP beside them is that of their batch.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS batches_mrp ON batches (id, mrp_paise);
