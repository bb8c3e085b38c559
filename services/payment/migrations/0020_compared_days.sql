-- Days of India of which the provider's list was held against what is kept here.
CREATE TABLE compared_days (
    provider text NOT NULL CHECK (provider IN ('razorpay', 'upi')),
    day date NOT NULL,
    -- When it was compared last; never where that is none.
    compared_at timestamptz,
    -- When it is compared next; never again where that is none.
    compare_at timestamptz DEFAULT now(),
    PRIMARY KEY (provider, day)
);

CREATE INDEX compared_days_due ON compared_days (compare_at) WHERE compare_at IS NOT NULL;

-- What the provider's list and ours say differently of a day, as of its last comparison.
CREATE TABLE differences (
    provider text NOT NULL,
    day date NOT NULL,
    kind text NOT NULL CHECK (kind IN ('payment_unknown', 'payment_differs', 'payment_not_listed', 'refund_unknown',
      'refund_differs', 'refund_not_listed')),
    -- What the provider calls the payment or the refund.
    provider_reference text NOT NULL,
    -- The order that it is for; none where nobody knows.
    order_id uuid,
    order_number text NOT NULL DEFAULT '',
    amount_paise bigint NOT NULL,
    found_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, day, kind, provider_reference),
    FOREIGN KEY (provider, day) REFERENCES compared_days (provider, day)
);

CREATE INDEX differences_oldest ON differences (kind, found_at);
