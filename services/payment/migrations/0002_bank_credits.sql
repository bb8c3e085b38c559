-- Credits of the bank's statements, each once, whatever statements it stands in: a number of the bank tells them apart.
CREATE TABLE bank_credits (
    id uuid PRIMARY KEY,
    utr text NOT NULL UNIQUE CHECK (length(utr) BETWEEN 6 AND 30),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    received_on date NOT NULL,
    -- Without UPI ids and mobile numbers. It may name whoever paid, and is emptied when nobody needs it any more.
    narration text NOT NULL CHECK (length(narration) <= 200),
    -- The order that it names, or that somebody named; none where there is none.
    order_number text,
    state text NOT NULL CHECK (state IN ('waiting', 'matched', 'unmatched', 'no_order')),
    -- The order that it paid.
    order_id uuid,
    -- Why no order was found, for staff.
    why text NOT NULL DEFAULT '',
    note text NOT NULL DEFAULT '',
    import_id uuid NOT NULL,
    -- Who of the staff said what it was; none where its number did.
    staff_id uuid,
    recorded_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((state = 'matched') = (order_id IS NOT NULL))
);

CREATE INDEX bank_credits_waiting ON bank_credits (import_id) WHERE state = 'waiting';
CREATE INDEX bank_credits_unmatched ON bank_credits (recorded_at, id) WHERE state IN ('waiting', 'unmatched');
CREATE INDEX bank_credits_narrations ON bank_credits (changed_at) WHERE narration <> '' AND state IN ('matched', 'no_order');
