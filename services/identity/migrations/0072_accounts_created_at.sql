-- no-transaction
-- The newest shoppers, for staff.
CREATE INDEX CONCURRENTLY IF NOT EXISTS accounts_created_at ON accounts (created_at, id);
