-- no-transaction
-- What goes to a pincode, newest first; the state is there so that a rare one is found without a look at the orders.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_pincode ON orders (pincode, placed_at, id) INCLUDE (status);
