-- no-transaction
-- Orders that ended without their goods at the buyer and whose money nobody gave back: few, and found without the others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_owed ON orders (placed_at, id)
    WHERE payment_status = 'paid' AND status IN ('cancelled', 'came_back', 'lost');
