-- no-transaction
-- Cash that carriers remitted, by the day on which it came.
CREATE INDEX CONCURRENTLY IF NOT EXISTS received_payments_remitted ON received_payments (received_on, order_id)
    WHERE channel = 'cash_on_delivery';
