-- Money comes through a payment provider, too. Not valid yet, so that the table is not read while it is locked; the next migration sees
-- to it.
ALTER TABLE received_payments
    DROP CONSTRAINT received_payments_channel_check,
    ADD CONSTRAINT received_payments_channel CHECK (channel IN ('cash_on_delivery', 'upi', 'bank_transfer', 'cash', 'online')) NOT VALID;

-- Money that came through the provider, and what was decided about it: once for a payment, whoever tells of it again.
CREATE TABLE online_payments (
    -- The payment service's.
    payment_id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES orders (id),
    -- What the provider calls it.
    reference text NOT NULL CHECK (reference <> ''),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    outcome text NOT NULL CHECK (outcome IN ('accepted', 'wrong_amount', 'too_late', 'paid_before')),
    captured_at timestamptz NOT NULL,
    settled_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX online_payments_order_id ON online_payments (order_id);
-- An order takes money once.
CREATE UNIQUE INDEX online_payments_accepted ON online_payments (order_id) WHERE outcome = 'accepted';

-- Money that goes back, as the payment service tells of it.
CREATE TABLE refunds (
    -- The payment service's.
    refund_id uuid PRIMARY KEY,
    payment_id uuid NOT NULL,
    order_id uuid NOT NULL REFERENCES orders (id),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    state text NOT NULL CHECK (state IN ('wanted', 'pending', 'processed', 'failed')),
    -- Why: a word of the payment service's.
    reason text NOT NULL,
    -- Counts the changes of its state: what is older than the known one is ignored.
    version integer NOT NULL CHECK (version > 0),
    -- Whether the payment had paid the order.
    is_of_accepted boolean NOT NULL,
    -- The day of the change, in India.
    changed_on date NOT NULL
);
CREATE INDEX refunds_order_id ON refunds (order_id);

-- Orders whose shopper was told that their money has not come yet.
CREATE TABLE payment_reminders (
    order_id uuid PRIMARY KEY REFERENCES orders (id),
    reminded_at timestamptz NOT NULL DEFAULT now()
);
