-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_captured ON payments (provider, captured_at);
