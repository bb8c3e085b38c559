-- no-transaction
-- Cash that carriers have, and have not remitted yet: that of returns which are on their way, too.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_cash_collected_or_back ON orders (placed_at, id)
    WHERE payment_method = 'cash_on_delivery' AND payment_status = 'pending'
      AND status IN ('delivered', 'return_requested', 'return_accepted', 'returned');
