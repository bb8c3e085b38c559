-- no-transaction
-- All tickets, the newest entry first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_last_entry_at ON messages (last_entry_at, id);
