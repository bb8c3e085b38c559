-- All orders, newest first, page by page. One index a migration, so that placing waits for one at a time, and only if it
-- is not there: docs/decisions/0005-order-attempts.md says how to build them beforehand where that wait would be long.
CREATE INDEX IF NOT EXISTS orders_placed_at ON orders (placed_at, id);
