-- no-transaction
-- Tickets in a state, the newest entry first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_state ON messages (state, last_entry_at, id);
