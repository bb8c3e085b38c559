-- Money that is asked for. The id is what the provider is told as reference, before it is asked: a try after a crash has the same one.
CREATE TABLE attempts (
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL,
    order_number text NOT NULL,
    provider text NOT NULL CHECK (provider IN ('razorpay', 'upi')),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    state text NOT NULL CHECK (state IN ('starting', 'open', 'declined', 'paid', 'closed')),
    -- What the provider calls it; none until it answered.
    provider_reference text,
    pay_url text,
    upi_link text,
    -- Until when the order can be paid: what is open longer is closed at the provider.
    due_at timestamptz NOT NULL,
    -- Until when the provider takes money; none until it answered. It may be later than the order's time.
    ends_at timestamptz,
    -- Why the last try was declined, in words for the shopper.
    decline text,
    -- When the shopper said that they paid, where no provider can be asked.
    said_paid_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    -- When the provider was asked last what became of it, and when it is asked next; never again where that is none.
    looked_at timestamptz,
    look_at timestamptz DEFAULT now(),
    UNIQUE (provider, provider_reference)
);

-- An order has one open attempt, so two tabs pay the same one.
CREATE UNIQUE INDEX attempts_open ON attempts (order_id) WHERE state IN ('starting', 'open', 'declined');
CREATE INDEX attempts_order ON attempts (order_id, started_at);
CREATE INDEX attempts_newest ON attempts (started_at, id);
CREATE INDEX attempts_to_look_at ON attempts (look_at) WHERE look_at IS NOT NULL;

-- Money that came, once for each payment of the provider, whoever told of it first.
CREATE TABLE payments (
    id uuid PRIMARY KEY,
    attempt_id uuid REFERENCES attempts (id),
    order_id uuid NOT NULL,
    order_number text NOT NULL,
    provider text NOT NULL CHECK (provider IN ('razorpay', 'upi')),
    provider_payment_id text NOT NULL,
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    fee_paise bigint NOT NULL DEFAULT 0 CHECK (fee_paise >= 0),
    fee_tax_paise bigint NOT NULL DEFAULT 0 CHECK (fee_tax_paise BETWEEN 0 AND fee_paise),
    captured_at timestamptz NOT NULL,
    -- What the order does with it; none until the order service answered.
    outcome text CHECK (outcome IN ('accepted', 'wrong_amount', 'too_late', 'paid_before')),
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

-- Money that goes back. The id is the provider's idempotency key, and older than the first try.
CREATE TABLE refunds (
    id uuid PRIMARY KEY,
    payment_id uuid NOT NULL REFERENCES payments (id),
    order_id uuid NOT NULL,
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    reason text NOT NULL CHECK (reason IN ('too_late', 'paid_twice', 'cancelled', 'returned', 'wrong_amount', 'goodwill')),
    note text NOT NULL DEFAULT '',
    staff_id uuid,
    state text NOT NULL DEFAULT 'wanted' CHECK (state IN ('wanted', 'pending', 'processed', 'failed')),
    provider_refund_id text,
    version integer NOT NULL DEFAULT 1,
    wanted_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    -- When the provider is asked next what became of it.
    look_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_order ON refunds (order_id);
CREATE INDEX refunds_provider ON refunds (provider_refund_id) WHERE provider_refund_id IS NOT NULL;
CREATE INDEX refunds_on_their_way ON refunds (look_at) WHERE state IN ('wanted', 'pending');

-- What the provider told, byte for byte, once for each event. An event's id is kept for good; its body, which may name whoever paid,
-- for ninety days.
CREATE TABLE provider_events (
    provider text NOT NULL,
    event_id text NOT NULL,
    -- The id is outside of what the provider signs: the same body under another one is the same event.
    body_sha256 bytea NOT NULL UNIQUE,
    body bytea NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    handled_at timestamptz,
    PRIMARY KEY (provider, event_id)
);

CREATE INDEX provider_events_with_body ON provider_events (received_at) WHERE body <> '';
