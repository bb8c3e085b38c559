-- Behind which order the check of the sums of cash goes on, on whichever replica. No row between two checks.
CREATE TABLE cash_checked (
    is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    placed_at timestamptz NOT NULL,
    order_id uuid NOT NULL
);
