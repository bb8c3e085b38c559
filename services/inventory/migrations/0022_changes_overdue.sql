-- no-transaction
-- The changes to ask about.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reservations_changes_overdue ON reservations (change_settle_by, order_id)
    WHERE change_settle_by IS NOT NULL AND state = 'placed';
