-- Whoever calls about an order.
CREATE INDEX IF NOT EXISTS orders_mobile_number ON orders (mobile_number, placed_at, id);
