-- no-transaction
-- What is cleared away: reservations of orders that never came, or were cancelled.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reservations_ended ON reservations (settle_by)
    WHERE state IN ('abandoned', 'cancelled');
