-- Amounts are in paise. razorpay is the payment provider, upi the shop's own UPI address.

-- An attempt asks a shopper for the money of an order.
CREATE TABLE attempts (
    -- The reference that the provider is told. It is stored before the call, so a retry has the same one.
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL,
    order_number text NOT NULL,
    provider text NOT NULL CHECK (provider IN ('razorpay', 'upi')),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    -- starting: the provider has not answered. declined: the shopper can try again. closed: no payment is known.
    state text NOT NULL CHECK (state IN ('starting', 'open', 'declined', 'paid', 'closed')),
    -- The provider's id; null until it answered, as are the next two.
    provider_reference text,
    -- The provider's page.
    pay_url text,
    -- The link that opens a UPI app.
    upi_link text,
    -- The order's payment deadline. After it, an open attempt is closed at the provider.
    due_at timestamptz NOT NULL,
    -- The provider's own deadline, which may be later; null until it answered.
    ends_at timestamptz,
    -- The reason why the last try was declined, in words for the shopper.
    decline text,
    -- The time at which the shopper reported a payment, for providers that cannot be asked.
    said_paid_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    -- The time at which the provider was last asked about the attempt.
    looked_at timestamptz,
    -- The time at which it is asked next; null for never.
    look_at timestamptz DEFAULT now(),
    UNIQUE (provider, provider_reference)
);
-- An order has one open attempt, so two tabs pay the same one.
CREATE UNIQUE INDEX attempts_open ON attempts (order_id) WHERE state IN ('starting', 'open', 'declined');
CREATE INDEX attempts_order ON attempts (order_id, started_at);
CREATE INDEX attempts_newest ON attempts (started_at, id);
CREATE INDEX attempts_to_look_at ON attempts (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX attempts_due ON attempts (due_at) WHERE state IN ('starting', 'open', 'declined');

-- A payment is money that arrived, stored once for each payment of the provider.
CREATE TABLE payments (
    id uuid PRIMARY KEY,
    -- Null if the payment belongs to no attempt.
    attempt_id uuid REFERENCES attempts (id),
    order_id uuid NOT NULL,
    order_number text NOT NULL,
    provider text NOT NULL CHECK (provider IN ('razorpay', 'upi')),
    provider_payment_id text NOT NULL,
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    -- The provider's fee, with its tax.
    fee_paise bigint NOT NULL DEFAULT 0 CHECK (fee_paise >= 0),
    fee_tax_paise bigint NOT NULL DEFAULT 0 CHECK (fee_tax_paise BETWEEN 0 AND fee_paise),
    captured_at timestamptz NOT NULL,
    -- The order service's decision; null until it is made. too_late and paid_before are refunded.
    outcome text CHECK (outcome IN ('accepted', 'wrong_amount', 'too_late', 'paid_before')),
    -- The time of that decision.
    settled_at timestamptz,
    recorded_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((outcome IS NULL) = (settled_at IS NULL)),
    UNIQUE (provider, provider_payment_id)
);
CREATE INDEX payments_order ON payments (order_id, recorded_at);
CREATE INDEX payments_attempt ON payments (attempt_id);
CREATE INDEX payments_without_attempt ON payments (recorded_at, id) WHERE attempt_id IS NULL;
-- An order is paid by one payment.
CREATE UNIQUE INDEX payments_accepted ON payments (order_id) WHERE outcome = 'accepted';
CREATE INDEX payments_to_look_at ON payments (outcome, recorded_at)
    WHERE outcome IS NULL OR outcome = 'wrong_amount';
CREATE INDEX payments_captured ON payments (provider, captured_at);

-- A refund sends money of a payment back to the shopper.
CREATE TABLE refunds (
    -- The idempotency key at the provider, stored before the first try.
    -- A refund made on the provider's page has an id derived from the provider's.
    id uuid PRIMARY KEY,
    payment_id uuid NOT NULL REFERENCES payments (id),
    order_id uuid NOT NULL,
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    reason text NOT NULL
        CHECK (reason IN ('too_late', 'paid_twice', 'cancelled', 'returned', 'wrong_amount', 'goodwill')),
    -- For staff.
    note text NOT NULL DEFAULT '',
    -- The staff member who requested it; null if the service decided.
    staff_id uuid,
    -- wanted: the provider has not accepted it. pending: the provider accepted it. processed: the money went back.
    state text NOT NULL DEFAULT 'wanted' CHECK (state IN ('wanted', 'pending', 'processed', 'failed')),
    -- The provider's id; null until it answered, and for manual refunds.
    provider_refund_id text,
    -- The number of the state change, from 1.
    version integer NOT NULL DEFAULT 1,
    wanted_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    -- The time at which the provider is asked next about the refund.
    look_at timestamptz NOT NULL DEFAULT now(),
    -- A manual refund: its channel, reference, day in India and staff member; null if a provider sends it.
    manual_channel text,
    -- The bank's reference number, such as a UTR. For cash, the person who took it.
    manual_reference text,
    sent_on date,
    sent_by uuid,
    -- The provider's last refusal of a wanted refund; empty if there was none.
    refusal text NOT NULL DEFAULT '',
    -- The time at which the provider was last asked to send it.
    asked_at timestamptz,
    CONSTRAINT refunds_manual CHECK (
        CASE WHEN manual_channel IS NULL THEN manual_reference IS NULL AND sent_on IS NULL AND sent_by IS NULL
        ELSE manual_channel IN ('upi', 'bank_transfer', 'cash') AND length(manual_reference) BETWEEN 1 AND 60
            AND manual_reference IS NOT NULL AND sent_on IS NOT NULL AND state = 'processed' END)
);
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_order ON refunds (order_id);
CREATE INDEX refunds_provider ON refunds (provider_refund_id) WHERE provider_refund_id IS NOT NULL;
CREATE INDEX refunds_on_their_way ON refunds (look_at) WHERE state IN ('wanted', 'pending');
CREATE INDEX refunds_to_look_at ON refunds (state, wanted_at) WHERE state IN ('wanted', 'pending', 'failed');
CREATE INDEX refunds_wanted ON refunds (wanted_at) WHERE provider_refund_id IS NOT NULL;
-- A bank's reference number is unique, so a transfer sends one refund.
CREATE UNIQUE INDEX refunds_manual_reference ON refunds (manual_reference)
    WHERE manual_channel IN ('upi', 'bank_transfer');

-- A dispute is a chargeback: a shopper's bank takes a payment back, or wants to.
CREATE TABLE disputes (
    id uuid PRIMARY KEY,
    provider text NOT NULL CHECK (provider IN ('razorpay', 'upi')),
    provider_dispute_id text NOT NULL,
    payment_id uuid NOT NULL REFERENCES payments (id),
    order_id uuid NOT NULL,
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    -- lost: the bank took the money back. won and closed: the shop keeps it.
    state text NOT NULL CHECK (state IN ('open', 'under_review', 'won', 'lost', 'closed')),
    -- The deadline for the shop's response; null if the provider names none.
    respond_by timestamptz,
    -- The number of the change, from 1.
    version integer NOT NULL DEFAULT 1,
    opened_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (provider, provider_dispute_id)
);
CREATE INDEX disputes_payment ON disputes (payment_id);
CREATE INDEX disputes_open ON disputes (respond_by) WHERE state IN ('open', 'under_review');

-- A provider sent an event to the webhook.
CREATE TABLE provider_events (
    provider text NOT NULL,
    event_id text NOT NULL,
    -- The provider does not sign the event's id. The same body under another id is the same event.
    body_sha256 bytea NOT NULL UNIQUE,
    -- Byte for byte. A periodic task empties it after 90 days, because it may name the payer.
    body bytea NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    handled_at timestamptz,
    PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_events_with_body ON provider_events (received_at) WHERE body <> '';

-- A bank statement lists a credit, which is stored once, however many statements list it.
CREATE TABLE bank_credits (
    id uuid PRIMARY KEY,
    -- The bank's unique reference number.
    utr text NOT NULL UNIQUE CHECK (length(utr) BETWEEN 6 AND 30),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    received_on date NOT NULL,
    -- Without UPI ids and mobile numbers. Emptied 90 days after the credit is resolved, because it may name the payer.
    narration text NOT NULL CHECK (length(narration) <= 200),
    -- The order that the narration names, or that staff named.
    order_number text,
    -- waiting: the named order was not asked yet. unmatched: staff must resolve it. no_order: staff set it aside.
    state text NOT NULL CHECK (state IN ('waiting', 'matched', 'unmatched', 'no_order')),
    -- The order that it paid.
    order_id uuid,
    -- The reason why no order was found, for staff.
    why text NOT NULL DEFAULT '',
    -- The note of the staff member who resolved it.
    note text NOT NULL DEFAULT '',
    -- The id of the import (csv_imports) that first listed it.
    import_id uuid NOT NULL,
    -- The staff member who resolved it; null if the order number did.
    staff_id uuid,
    recorded_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((state = 'matched') = (order_id IS NOT NULL))
);
CREATE INDEX bank_credits_waiting ON bank_credits (import_id) WHERE state = 'waiting';
CREATE INDEX bank_credits_unmatched ON bank_credits (recorded_at, id) WHERE state IN ('waiting', 'unmatched');
-- For the periodic task bank-narrations.
CREATE INDEX bank_credits_narrations ON bank_credits (changed_at)
    WHERE narration <> '' AND state IN ('matched', 'no_order');

-- The service compares the provider's lists of a day in India with the stored payments and refunds.
CREATE TABLE compared_days (
    provider text NOT NULL CHECK (provider IN ('razorpay', 'upi')),
    day date NOT NULL,
    -- The time of the last comparison.
    compared_at timestamptz,
    -- The time of the next comparison; null for never.
    compare_at timestamptz DEFAULT now(),
    PRIMARY KEY (provider, day)
);
CREATE INDEX compared_days_due ON compared_days (compare_at) WHERE compare_at IS NOT NULL;

-- The last comparison of a day found a difference between the provider's lists and the stored rows.
CREATE TABLE differences (
    provider text NOT NULL,
    day date NOT NULL,
    -- unreadable: an item that the program cannot parse. payment_not_taken: reserved by the bank, but not captured.
    -- more_went_back: the refunds exceed the payment.
    kind text NOT NULL CONSTRAINT differences_kind
        CHECK (kind IN ('payment_unknown', 'payment_differs', 'payment_not_listed', 'refund_unknown',
            'refund_differs', 'refund_not_listed', 'unreadable', 'payment_not_taken', 'more_went_back')),
    -- The provider's id of the payment or refund; the list's name if an unreadable item has no id.
    provider_reference text NOT NULL,
    -- Null if the order is not known.
    order_id uuid,
    order_number text NOT NULL DEFAULT '',
    -- The provider's amount, or the stored one if the provider has none.
    amount_paise bigint NOT NULL,
    found_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, day, kind, provider_reference),
    FOREIGN KEY (provider, day) REFERENCES compared_days (provider, day)
);
CREATE INDEX differences_oldest ON differences (kind, found_at);

-- A settlement is a payout of the provider to the shop's bank. Its sums are 0 until it is matched.
CREATE TABLE settlements (
    id uuid PRIMARY KEY,
    provider text NOT NULL CHECK (provider IN ('razorpay', 'upi')),
    provider_settlement_id text NOT NULL,
    -- The bank's reference number; empty until there is one.
    utr text NOT NULL DEFAULT '',
    amount_paise bigint NOT NULL,
    provider_state text NOT NULL CHECK (provider_state IN ('created', 'processed', 'failed')),
    -- matched: equal to stored payments and refunds, to the paisa. Then it is published once and does not change.
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'matched', 'unmatched')),
    -- The reason why it does not match, for staff.
    why text NOT NULL DEFAULT '',
    -- The numbers of payments and refunds. Reversals count -1.
    payments integer NOT NULL DEFAULT 0,
    refunds integer NOT NULL DEFAULT 0,
    -- The sum of its payments.
    gross_paise bigint NOT NULL DEFAULT 0,
    refunded_paise bigint NOT NULL DEFAULT 0,
    -- The provider's fees, with their tax.
    fee_paise bigint NOT NULL DEFAULT 0,
    fee_tax_paise bigint NOT NULL DEFAULT 0,
    -- The provider's other credits; negative for debits.
    other_paise bigint NOT NULL DEFAULT 0,
    -- The time at which the provider created it.
    settled_at timestamptz NOT NULL,
    noted_at timestamptz NOT NULL DEFAULT now(),
    -- The time from which it has its state.
    changed_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (provider, provider_settlement_id),
    CHECK (state <> 'matched' OR amount_paise = gross_paise - refunded_paise - fee_paise + other_paise)
);
CREATE INDEX settlements_newest ON settlements (settled_at, id);
CREATE INDEX settlements_unmatched ON settlements (changed_at) WHERE state <> 'matched';

-- A matched settlement contains a payment, a refund or another item of the provider.
CREATE TABLE settlement_lines (
    settlement_id uuid NOT NULL REFERENCES settlements (id),
    -- The provider's id of the item.
    provider_reference text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('payment', 'refund', 'other')),
    amount_paise bigint NOT NULL,
    -- The provider's fee, with its tax.
    fee_paise bigint NOT NULL,
    fee_tax_paise bigint NOT NULL,
    -- The amount that the item adds to the settlement, after reversals; negative if it reduces it.
    net_paise bigint NOT NULL,
    PRIMARY KEY (settlement_id, provider_reference)
);
CREATE INDEX settlement_lines_reference ON settlement_lines (provider_reference);
