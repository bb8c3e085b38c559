-- A shopper's own orders, newest first.
CREATE INDEX IF NOT EXISTS orders_account_id ON orders (account_id, placed_at, id) WHERE account_id IS NOT NULL;
