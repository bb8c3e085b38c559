-- How somebody of the shop gave money back that had been written down for an order: beside the refund itself, whose payment is the
-- order's received payment and so has the order's id.
CREATE TABLE recorded_refunds (
    refund_id uuid PRIMARY KEY REFERENCES refunds (refund_id),
    order_id uuid NOT NULL REFERENCES orders (id),
    channel text NOT NULL CHECK (channel IN ('upi', 'bank_transfer', 'cash')),
    -- The bank's number for it, such as a UTR; of cash, who took it.
    reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 60),
    -- Who wrote it down; absent for the shop's programs.
    staff_id uuid,
    recorded_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX recorded_refunds_order_id ON recorded_refunds (order_id);
-- A bank calls no two transfers the same: one transfer is one refund.
CREATE UNIQUE INDEX recorded_refunds_reference ON recorded_refunds (reference) WHERE channel IN ('upi', 'bank_transfer');
