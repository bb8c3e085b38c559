-- no-transaction
-- Orders that wait for their money: few, for none waits long.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_payment_due ON orders (payment_due_at, id)
    WHERE payment_method = 'online' AND payment_status = 'pending' AND status = 'placed';
