-- no-transaction
-- A bank calls no two transfers the same: one sends one refund.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS refunds_manual_reference ON refunds (manual_reference)
    WHERE manual_channel IN ('upi', 'bank_transfer');
