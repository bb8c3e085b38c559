-- no-transaction
-- 0096 serves what this one served.
DROP INDEX CONCURRENTLY IF EXISTS erasures_until;
