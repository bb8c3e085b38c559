-- no-transaction
-- Open tickets as they are due, and those that are late.
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_due_at ON messages (state, due_at, id);
