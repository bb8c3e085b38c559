-- What is to be done next, oldest first.
CREATE INDEX IF NOT EXISTS orders_status ON orders (status, placed_at, id);
