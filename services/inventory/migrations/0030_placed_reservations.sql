-- no-transaction
-- The order service asks which of its orders hold packs for more than a day; most reservations are of orders that left.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reservations_placed ON reservations (order_id) WHERE state = 'placed';
