-- no-transaction
-- Orders by the beginning of their number, in whatever language the database sorts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_order_number ON orders (order_number COLLATE "C");
