-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS refunds_to_look_at ON refunds (state, wanted_at) WHERE state IN ('wanted', 'pending', 'failed');
