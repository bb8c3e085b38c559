-- no-transaction
-- Orders whose shopper pays when the shop has written how, and has not yet.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_unpaid_later ON orders (placed_at, id)
    WHERE payment_status = 'pending' AND coalesce(payment_method, 'pay_later') = 'pay_later'
      AND status IN ('placed', 'confirmed', 'packed', 'shipped', 'delivered', 'return_requested', 'return_accepted');
