-- no-transaction
-- Whoever of the staff knows the mobile number, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS accounts_mobile_number ON accounts (mobile_number, created_at, id);
