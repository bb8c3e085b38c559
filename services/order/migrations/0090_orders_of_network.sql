-- no-transaction
-- Unconfirmed orders of a network: few.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_of_network ON orders (network) WHERE network IS NOT NULL AND status = 'placed';
