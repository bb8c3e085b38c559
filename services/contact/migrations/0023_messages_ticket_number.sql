-- no-transaction
-- Whoever knows the number.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS messages_ticket_number ON messages (ticket_number);
