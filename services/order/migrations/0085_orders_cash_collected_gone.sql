-- no-transaction
-- 0084 serves what this one served.
DROP INDEX CONCURRENTLY IF EXISTS orders_cash_collected;
