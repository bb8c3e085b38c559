-- no-transaction
-- The few of those that may hold a forbidden claim.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reviews_moderated_flagged
    ON reviews (state, (coalesce(moderated_at, created_at)) DESC, id DESC) WHERE state <> 'waiting' AND is_flagged;
