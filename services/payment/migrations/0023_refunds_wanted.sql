-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS refunds_wanted ON refunds (wanted_at) WHERE provider_refund_id IS NOT NULL;
