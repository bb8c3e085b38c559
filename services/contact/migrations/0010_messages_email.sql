-- no-transaction
-- Whoever has proven an address may see and erase what came from it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_email ON messages (lower(email), received_at);
