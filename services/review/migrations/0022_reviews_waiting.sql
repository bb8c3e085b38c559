-- no-transaction
-- Reviews that nobody has read: those that may hold a forbidden claim first, and those that waited longest before others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reviews_waiting
    ON reviews ((NOT is_flagged), (coalesce(edited_at, created_at)), id) WHERE state = 'waiting';
