-- no-transaction
-- Whoever knows a part of the name. What waits to be entered is read by every search, so that little of it waits.
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_name ON messages USING gin (lower(name) gin_trgm_ops)
    WITH (gin_pending_list_limit = 256);
