-- no-transaction
-- Whoever calls about a message.
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_phone ON messages (phone, received_at);
