-- no-transaction
-- 0120 serves what this one served.
DROP INDEX CONCURRENTLY IF EXISTS orders_cash_with_carrier;
