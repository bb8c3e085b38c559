-- no-transaction
-- What orders wait for, what is waited for longest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS oversold_packs_noticed
    ON oversold_packs (noticed_at, order_id, product_id, weight_in_grams);
