-- Payments that a shopper's bank takes back, or wants to, as the provider says.
CREATE TABLE disputes (
    id uuid PRIMARY KEY,
    provider text NOT NULL CHECK (provider IN ('razorpay', 'upi')),
    provider_dispute_id text NOT NULL,
    payment_id uuid NOT NULL REFERENCES payments (id),
    order_id uuid NOT NULL,
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    state text NOT NULL CHECK (state IN ('open', 'under_review', 'won', 'lost', 'closed')),
    -- Until when the shop may answer; none where the provider names no time.
    respond_by timestamptz,
    -- Counts the changes, from 1.
    version integer NOT NULL DEFAULT 1,
    opened_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (provider, provider_dispute_id)
);

CREATE INDEX disputes_payment ON disputes (payment_id);
CREATE INDEX disputes_open ON disputes (respond_by) WHERE state IN ('open', 'under_review');
