-- no-transaction
-- Cash that carriers have, and have not remitted yet: that of returned orders, too.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_cash_with_carrier ON orders (placed_at, id)
    WHERE payment_method = 'cash_on_delivery' AND payment_status = 'pending' AND status IN ('delivered', 'return_requested', 'returned');
