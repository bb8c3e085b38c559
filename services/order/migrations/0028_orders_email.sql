-- Whoever writes about an order.
CREATE INDEX IF NOT EXISTS orders_email ON orders (lower(email), placed_at, id);
