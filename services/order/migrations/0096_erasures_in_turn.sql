-- no-transaction
-- People who wait to be erased, the one looked at longest ago first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS erasures_in_turn ON erasures (looked_at NULLS FIRST, until);
