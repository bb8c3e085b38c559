-- no-transaction
-- One default an account.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS addresses_default ON addresses (account_id) WHERE is_default;
