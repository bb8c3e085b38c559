-- no-transaction
-- The ticket that a mail belongs to.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS messages_reply_token ON messages (reply_token);
