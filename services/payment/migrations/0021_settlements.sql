-- What a provider pays out to the shop's bank. Amounts are in paise; the sums are there once its lines are read.
CREATE TABLE settlements (
    id uuid PRIMARY KEY,
    provider text NOT NULL CHECK (provider IN ('razorpay', 'upi')),
    provider_settlement_id text NOT NULL,
    -- The number by which the bank knows it; empty before it has one.
    utr text NOT NULL DEFAULT '',
    amount_paise bigint NOT NULL,
    -- Where it stands with the provider.
    provider_state text NOT NULL CHECK (provider_state IN ('created', 'processed', 'failed')),
    -- Whether it is made of payments and refunds that are kept here: those that are, are told once and stay as they are.
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'matched', 'unmatched')),
    -- Why it is not, for staff.
    why text NOT NULL DEFAULT '',
    payments integer NOT NULL DEFAULT 0,
    refunds integer NOT NULL DEFAULT 0,
    gross_paise bigint NOT NULL DEFAULT 0,
    refunded_paise bigint NOT NULL DEFAULT 0,
    fee_paise bigint NOT NULL DEFAULT 0,
    fee_tax_paise bigint NOT NULL DEFAULT 0,
    -- What the provider gave beside; below 0, what it took.
    other_paise bigint NOT NULL DEFAULT 0,
    -- When the provider made it.
    settled_at timestamptz NOT NULL,
    noted_at timestamptz NOT NULL DEFAULT now(),
    -- Since when it is in its state.
    changed_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (provider, provider_settlement_id),
    CHECK (state <> 'matched' OR amount_paise = gross_paise - refunded_paise - fee_paise + other_paise)
);

CREATE INDEX settlements_newest ON settlements (settled_at, id);
CREATE INDEX settlements_unmatched ON settlements (changed_at) WHERE state <> 'matched';

-- What settlements are made of.
CREATE TABLE settlement_lines (
    settlement_id uuid NOT NULL REFERENCES settlements (id),
    -- What the provider calls the payment, the refund or the rest.
    provider_reference text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('payment', 'refund', 'other')),
    amount_paise bigint NOT NULL,
    fee_paise bigint NOT NULL,
    fee_tax_paise bigint NOT NULL,
    -- What it adds to the settlement; below 0, what it takes.
    net_paise bigint NOT NULL,
    PRIMARY KEY (settlement_id, provider_reference)
);

CREATE INDEX settlement_lines_reference ON settlement_lines (provider_reference);
