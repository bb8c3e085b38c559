-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_to_look_at ON payments (outcome, recorded_at)
    WHERE outcome IS NULL OR outcome = 'wrong_amount';
