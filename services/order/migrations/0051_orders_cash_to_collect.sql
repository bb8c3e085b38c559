-- no-transaction
-- Cash that carriers have to collect: few orders, whose state changes soon.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_cash_to_collect ON orders (placed_at, id)
    WHERE payment_method = 'cash_on_delivery' AND payment_status = 'pending' AND status = 'shipped';
