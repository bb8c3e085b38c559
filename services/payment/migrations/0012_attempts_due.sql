-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS attempts_due ON attempts (due_at) WHERE state IN ('starting', 'open', 'declined');
