-- no-transaction
-- Reviews on which staff decided, the last decision first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reviews_moderated
    ON reviews (state, (coalesce(moderated_at, created_at)) DESC, id DESC) WHERE state <> 'waiting';
