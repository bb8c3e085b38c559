-- no-transaction
-- The keys of an order go with what its shopper said.
CREATE INDEX CONCURRENTLY IF NOT EXISTS idempotency_keys_order_id ON idempotency_keys (order_id);
