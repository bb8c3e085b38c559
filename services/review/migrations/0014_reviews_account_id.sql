-- no-transaction
-- What an account wrote, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reviews_account_id
    ON reviews (account_id, created_at DESC, id DESC) WHERE account_id IS NOT NULL;
