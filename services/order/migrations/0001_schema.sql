-- Finds orders by a part of a name. The extension is trusted, so the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A shopper places an order, or a staff member does it for the shopper.
CREATE TABLE orders (
    -- The same for every retry of one checkout attempt.
    id uuid PRIMARY KEY,
    -- Such as VM-261121-7K3QX: the day in India and five random characters.
    order_number text NOT NULL UNIQUE,
    -- The name, email address, mobile number and delivery address are empty after the shopper's data is erased.
    full_name text NOT NULL,
    -- Also empty when a caller on the phone has none.
    email text NOT NULL,
    mobile_number text NOT NULL,
    delivery_address text NOT NULL,
    -- Stays after an erasure, because it tells the state for taxes.
    pincode text NOT NULL,
    -- The sum of lines and charges.
    total_paise bigint NOT NULL CHECK (total_paise > 0),
    -- 'held' means that the amount that arrived is not the price.
    payment_status text NOT NULL DEFAULT 'pending'
        CONSTRAINT orders_payment_status CHECK (payment_status IN ('pending', 'paid', 'held', 'refunded', 'partly_refunded')),
    placed_at timestamptz NOT NULL,
    -- Rises with each row in order_changes. A caller sends the one that it last read.
    version integer NOT NULL DEFAULT 1 CONSTRAINT orders_version CHECK (version > 0),
    -- 'returned_to_origin' means that the carrier brought the parcel back (RTO).
    status text NOT NULL DEFAULT 'placed' CONSTRAINT orders_status CHECK (status IN (
        'placed', 'confirmed', 'packed', 'shipped', 'delivered', 'return_requested', 'return_accepted', 'returned', 'cancelled',
        'returned_to_origin', 'lost')),
    -- Null for guests, and after an erasure.
    account_id uuid,
    -- Null if the checkout named none. The shopper then pays later, without charges.
    payment_method text
        CONSTRAINT orders_payment_method CHECK (payment_method IN ('pay_later', 'cash_on_delivery', 'online')),
    -- The channel of the order. Staff enter those by phone and WhatsApp.
    source text NOT NULL DEFAULT 'web' CONSTRAINT orders_source CHECK (source IN ('web', 'phone', 'whatsapp')),
    -- The weight at handover, null until it is weighed. Carriers take parcels above 50 kg as freight.
    parcel_weight_in_grams integer CONSTRAINT orders_parcel_weight CHECK (parcel_weight_in_grams BETWEEN 1 AND 50000),
    -- The end of the payment window. Null unless the order is paid online.
    payment_due_at timestamptz,
    -- The refunded part of the received payment, and the part with a refund in progress.
    refunded_paise bigint NOT NULL DEFAULT 0,
    refunding_paise bigint NOT NULL DEFAULT 0,
    -- The pseudonym of a guest's network until the first transition. The packs that a network holds unconfirmed are limited.
    network bytea,
    -- The address for the return parcel, and its payer. Null until the shop accepts a return.
    return_send_to text,
    return_paid_by text,
    -- The price of the packs that the shop took back, without charges.
    returned_paise bigint NOT NULL DEFAULT 0,
    -- The delivery days that the checkout promised, in India. Null if it promised none.
    promised_from date,
    promised_by date,
    CONSTRAINT orders_payment_due CHECK (payment_method <> 'online' OR payment_due_at IS NOT NULL),
    CONSTRAINT orders_refunds CHECK (refunded_paise >= 0 AND refunding_paise >= 0),
    CONSTRAINT orders_return_terms CHECK (
        (return_send_to IS NULL) = (return_paid_by IS NULL) AND return_paid_by IN ('shopper', 'shop'))
);

-- All orders, newest first.
CREATE INDEX orders_placed_at ON orders (placed_at, id);
-- The orders of an account, newest first.
CREATE INDEX orders_account_id ON orders (account_id, placed_at, id) WHERE account_id IS NOT NULL;
-- The orders in a status, oldest or newest first.
CREATE INDEX orders_status ON orders (status, placed_at, id);
-- The searches of staff.
CREATE INDEX orders_mobile_number ON orders (mobile_number, placed_at, id);
CREATE INDEX orders_email ON orders (lower(email), placed_at, id);
-- The status is included, so that a search for a rare one does not read the orders.
CREATE INDEX orders_pincode ON orders (pincode, placed_at, id) INCLUDE (status);
-- The beginning of a number, independent of the database's collation.
CREATE INDEX orders_order_number ON orders (order_number COLLATE "C");
-- A part of a name. Every search reads the pending list, so it stays short (in kB).
CREATE INDEX orders_full_name ON orders USING gin (lower(full_name) gin_trgm_ops) WITH (gin_pending_list_limit = 256);
-- Cash that carriers must collect.
CREATE INDEX orders_cash_to_collect ON orders (placed_at, id)
    WHERE payment_method = 'cash_on_delivery' AND payment_status = 'pending' AND status = 'shipped';
-- Cash that carriers have collected and not remitted, also of returned packs.
CREATE INDEX orders_cash_collected_or_back ON orders (placed_at, id)
    WHERE payment_method = 'cash_on_delivery' AND payment_status = 'pending'
      AND status IN ('delivered', 'return_requested', 'return_accepted', 'returned');
-- Orders that wait for an online payment.
CREATE INDEX orders_payment_due ON orders (payment_due_at, id)
    WHERE payment_method = 'online' AND payment_status = 'pending' AND status = 'placed';
-- Orders that are paid later and not paid yet.
CREATE INDEX orders_unpaid_later ON orders (placed_at, id)
    WHERE payment_status = 'pending' AND coalesce(payment_method, 'pay_later') = 'pay_later'
      AND status IN ('placed', 'confirmed', 'packed', 'shipped', 'delivered', 'return_requested', 'return_accepted');
-- Paid orders that were cancelled, came back or were lost, and are not refunded.
CREATE INDEX orders_owed ON orders (placed_at, id)
    WHERE payment_status = 'paid' AND status IN ('cancelled', 'returned_to_origin', 'lost');
-- Returned orders whose packs are not refunded in full.
CREATE INDEX orders_returned_owed ON orders (placed_at, id)
    WHERE status = 'returned' AND returned_paise > refunded_paise + refunding_paise;
-- Unconfirmed orders of a network.
CREATE INDEX orders_of_network ON orders (network) WHERE network IS NOT NULL AND status = 'placed';

-- An order line holds packs of one kind, at the price that the shopper saw at checkout.
CREATE TABLE order_lines (
    order_id uuid NOT NULL REFERENCES orders (id),
    line_number integer NOT NULL CHECK (line_number BETWEEN 1 AND 50),
    -- The catalog's id and name of the product.
    product_id uuid NOT NULL,
    product_name text NOT NULL,
    weight_in_grams integer NOT NULL CHECK (weight_in_grams > 0),
    -- The number of packs.
    quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
    -- The price of one pack.
    unit_price_paise bigint NOT NULL CHECK (unit_price_paise > 0),
    -- The catalog's SKU of the pack. Null if unknown.
    sku text,
    PRIMARY KEY (order_id, line_number)
);

-- A charge adds the delivery or the COD fee to the price of an order.
CREATE TABLE order_charges (
    order_id uuid NOT NULL REFERENCES orders (id),
    kind text NOT NULL CHECK (kind IN ('delivery', 'cod_fee')),
    -- The name that the shopper reads.
    label text NOT NULL,
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    PRIMARY KEY (order_id, kind)
);

-- A change records the placement of an order, a transition to another status or a correction.
CREATE TABLE order_changes (
    order_id uuid NOT NULL REFERENCES orders (id),
    -- The order's version after the change.
    version integer NOT NULL CHECK (version > 0),
    -- Null for the placement. Equal to to_status for a correction.
    from_status text CHECK ((from_status IS NULL) = (version = 1)),
    to_status text NOT NULL,
    -- 'system' stands for the shop's programs.
    actor text NOT NULL CHECK (actor IN ('shopper', 'staff', 'system')),
    -- The account of the shopper or of the staff member. Null for guests and programs, and after an erasure.
    actor_id uuid,
    -- The words of the actor. A shopper's are empty after an erasure.
    reason text NOT NULL DEFAULT '',
    changed_at timestamptz NOT NULL,
    -- The packs of a return, as [{"product_id", "weight_in_grams", "quantity"}]. Empty for the whole order.
    lines jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (order_id, version)
);

-- Refuses changes of the history. Only the erasure of a shopper's data may update rows; it sets shop.erasing.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND current_setting('shop.erasing', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION '% only grows: its rows are never changed or removed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER order_changes_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON order_changes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A staff member writes a note about an order for the team.
CREATE TABLE order_notes (
    -- Chosen by the caller. A request with the same id is a retry.
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES orders (id),
    text text NOT NULL CHECK (text <> ''),
    -- The writer.
    staff_id uuid NOT NULL,
    written_at timestamptz NOT NULL DEFAULT now()
);

-- The notes on an order, newest first.
CREATE INDEX order_notes_order_id ON order_notes (order_id, written_at, id);

-- A client sends an idempotency key with a checkout, and retries get the same order for seven days.
CREATE TABLE idempotency_keys (
    -- A second checkout with the same key waits for the transaction that inserted it.
    key text NOT NULL,
    -- SHA-256 of the checkout.
    payload_hash bytea NOT NULL,
    order_id uuid NOT NULL REFERENCES orders (id) DEFERRABLE INITIALLY DEFERRED,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The account or client that sent the key. Empty if unknown.
    caller text NOT NULL DEFAULT '',
    -- The number of the hash's algorithm (PAYLOAD_FORM). Only hashes of the same algorithm are compared.
    payload_form smallint NOT NULL DEFAULT 1,
    PRIMARY KEY (key, caller)
);

-- The keys to delete by age.
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
-- The keys of an order, to delete them with the shopper's data.
CREATE INDEX idempotency_keys_order_id ON idempotency_keys (order_id);

-- A pincode has its place from India Post's list, and the delivery rules that staff set.
CREATE TABLE pincodes (
    pincode text PRIMARY KEY CHECK (pincode ~ '^[0-9]{6}$'),
    district text NOT NULL,
    state text NOT NULL,
    -- The four rules are null for nearly all pincodes. This one replaces the zone of the district.
    zone text CHECK (zone IN ('city', 'near', 'metro', 'rest', 'far')),
    -- Replaces the shop's delivery charge. The shipping policy promises at most ₹100.
    delivery_paise bigint CHECK (delivery_paise BETWEEN 0 AND 10000),
    -- True if cash on delivery is available. Null for the rule of the zone.
    takes_cash boolean,
    -- Replaces the shop's COD fee.
    cod_fee_paise bigint CHECK (cod_fee_paise BETWEEN 0 AND 10000)
);

-- The pincodes with rules of their own: few of 19,000.
CREATE INDEX pincodes_decided ON pincodes (pincode) WHERE num_nonnulls(zone, delivery_paise, takes_cash, cod_fee_paise) > 0;

-- The service marks a table that it has filled from its built-in list, to do so once.
CREATE TABLE planted (
    -- The table: 'pincodes'.
    what text PRIMARY KEY,
    planted_at timestamptz NOT NULL DEFAULT now()
);

-- A carrier delivers the parcel of an order.
CREATE TABLE parcels (
    order_id uuid PRIMARY KEY REFERENCES orders (id),
    -- The name that the shopper reads, such as India Post.
    carrier text NOT NULL CHECK (carrier <> ''),
    -- Empty if the carrier gave none.
    tracking_number text NOT NULL,
    -- The carrier's tracking page. Empty if there is none.
    tracking_url text NOT NULL CHECK (tracking_url = '' OR tracking_url LIKE 'https://%')
);

-- A received payment pays an order. Staff record it, or a provider captures it.
CREATE TABLE received_payments (
    order_id uuid PRIMARY KEY REFERENCES orders (id),
    -- 'online' means through a payment provider.
    channel text NOT NULL
        CONSTRAINT received_payments_channel CHECK (channel IN ('cash_on_delivery', 'upi', 'bank_transfer', 'cash', 'online')),
    -- The number at the bank, app, carrier or provider, such as a UTR. Empty if it has none.
    reference text NOT NULL CHECK (reference <> '' OR channel NOT IN ('upi', 'bank_transfer')),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    -- The day in India.
    received_on date NOT NULL,
    -- The staff member who recorded it. Null for the shop's programs.
    staff_id uuid,
    recorded_at timestamptz NOT NULL DEFAULT now()
);

-- Banks and apps number each payment, and one payment pays one order.
CREATE UNIQUE INDEX received_payments_reference ON received_payments (reference) WHERE channel IN ('upi', 'bank_transfer');
-- Cash that carriers remitted, by day.
CREATE INDEX received_payments_remitted ON received_payments (received_on, order_id) WHERE channel = 'cash_on_delivery';

-- An order decides once about each payment that a provider captured for it.
CREATE TABLE online_payments (
    -- From the payment service.
    payment_id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES orders (id),
    -- The provider's id of the payment.
    reference text NOT NULL CHECK (reference <> ''),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    outcome text NOT NULL CHECK (outcome IN ('accepted', 'wrong_amount', 'too_late', 'paid_before')),
    -- The time the money arrived.
    captured_at timestamptz NOT NULL,
    -- The time of the decision.
    settled_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX online_payments_order_id ON online_payments (order_id);
-- An order accepts one payment.
CREATE UNIQUE INDEX online_payments_accepted ON online_payments (order_id) WHERE outcome = 'accepted';

-- A refund returns money of an order to the shopper, through the payment service or by staff.
CREATE TABLE refunds (
    -- From the payment service, or chosen by the caller for a refund by staff.
    refund_id uuid PRIMARY KEY,
    -- The refunded payment. For a refund by staff it is the order's id.
    payment_id uuid NOT NULL,
    order_id uuid NOT NULL REFERENCES orders (id),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    state text NOT NULL CHECK (state IN ('wanted', 'pending', 'processed', 'failed')),
    -- A word of the payment service, such as cancelled, returned or goodwill.
    reason text NOT NULL,
    -- Rises with the state. A message with an older one is ignored.
    version integer NOT NULL CHECK (version > 0),
    -- True if the payment had paid the order.
    is_of_accepted boolean NOT NULL,
    -- The day of the latest state, in India.
    changed_on date NOT NULL
);

CREATE INDEX refunds_order_id ON refunds (order_id);

-- A staff member records how a refund was sent to the shopper.
CREATE TABLE recorded_refunds (
    refund_id uuid PRIMARY KEY REFERENCES refunds (refund_id),
    order_id uuid NOT NULL REFERENCES orders (id),
    channel text NOT NULL CHECK (channel IN ('upi', 'bank_transfer', 'cash')),
    -- The bank's number, such as a UTR. For cash, the person who took it.
    reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 60),
    -- The staff member who recorded it. Null for the shop's programs.
    staff_id uuid,
    recorded_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX recorded_refunds_order_id ON recorded_refunds (order_id);
-- Banks number each transfer, and one transfer is one refund.
CREATE UNIQUE INDEX recorded_refunds_reference ON recorded_refunds (reference) WHERE channel IN ('upi', 'bank_transfer');

-- A shopper's bank disputes a payment of an order.
CREATE TABLE disputes (
    -- The dispute and the payment, from the payment service.
    dispute_id uuid PRIMARY KEY,
    payment_id uuid NOT NULL,
    order_id uuid NOT NULL REFERENCES orders (id),
    -- 'lost' means that the bank took the money back.
    state text NOT NULL CHECK (state IN ('open', 'under_review', 'won', 'lost', 'closed')),
    -- Rises with the state. A message with an older one is ignored.
    version integer NOT NULL CHECK (version > 0)
);

CREATE INDEX disputes_order ON disputes (order_id);

-- The shop warns a shopper once before it cancels an unconfirmed order.
CREATE TABLE expiry_warnings (
    order_id uuid PRIMARY KEY REFERENCES orders (id),
    warned_at timestamptz NOT NULL DEFAULT now()
);

-- The shop reminds a shopper once of a missing online payment.
CREATE TABLE payment_reminders (
    order_id uuid PRIMARY KEY REFERENCES orders (id),
    -- The time of the reminder, or of a shopper's report of a payment, which replaces it.
    reminded_at timestamptz NOT NULL DEFAULT now()
);

-- A staff member requests a mail to the shopper of an order that holds packs of a recalled batch.
CREATE TABLE recall_notices (
    id uuid PRIMARY KEY,
    -- The order alone has the shopper's address.
    order_id uuid NOT NULL REFERENCES orders (id),
    -- The inventory service's id of the batch.
    batch_id uuid NOT NULL,
    -- The number as printed on the packs.
    batch_number text NOT NULL CHECK (batch_number <> ''),
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL CHECK (weight_in_grams > 0),
    -- The number of packs.
    quantity integer NOT NULL CHECK (quantity > 0),
    -- The reason of the recall, as the shopper reads it.
    reason text NOT NULL CHECK (reason <> ''),
    -- The staff member who requested the mail.
    staff_id uuid NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (order_id, batch_id)
);

-- The single row counts the packs in unconfirmed orders, for the metrics of every replica.
CREATE TABLE unconfirmed_sums (
    is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    packs bigint NOT NULL
);

-- A counter holds the failed proofs of ownership for an order number or a mobile number.
CREATE TABLE failed_proofs (
    -- The pseudonym of the number, made with the service's key.
    subject bytea PRIMARY KEY,
    -- The number in the hour that begins at since.
    failures integer NOT NULL CHECK (failures > 0),
    since timestamptz NOT NULL DEFAULT now()
);

-- The counts to delete by age.
CREATE INDEX failed_proofs_since ON failed_proofs (since);

-- A person with a deleted account waits for the erasure until all orders are over.
CREATE TABLE erasures (
    account_id uuid PRIMARY KEY,
    -- The proven email address, or 'unproven'. It finds the guest orders.
    email text NOT NULL,
    -- The time of the deletion. Later orders may belong to another person.
    until timestamptz NOT NULL,
    -- The time of the last attempt. Null without one.
    looked_at timestamptz
);

-- The person whose orders were checked longest ago comes first.
CREATE INDEX erasures_in_turn ON erasures (looked_at NULLS FIRST, until);

-- A whole order combines the rows of an order, with the field names of Order in record.rs.
CREATE VIEW whole_orders AS
SELECT id, order_number, full_name, email, mobile_number, delivery_address, pincode, total_paise, payment_status, placed_at,
    version, status, account_id,
    (SELECT json_agg(json_build_object(
        'sku', sku, 'product_id', product_id, 'product_name', product_name, 'weight_in_grams', weight_in_grams,
        'quantity', quantity, 'unit_price_paise', unit_price_paise) ORDER BY line_number)
     FROM order_lines WHERE order_id = orders.id) AS lines,
    (SELECT coalesce(json_agg(json_build_object(
        'kind', kind, 'label', label, 'amount_paise', amount_paise) ORDER BY kind DESC), '[]')
     FROM order_charges WHERE order_id = orders.id) AS charges,
    (SELECT coalesce(json_agg(json_build_object(
        'version', order_changes.version, 'to_status', to_status, 'actor', actor, 'reason', reason,
        'changed_at', changed_at, 'lines', order_changes.lines) ORDER BY order_changes.version), '[]')
     FROM order_changes WHERE order_id = orders.id) AS changes,
    (SELECT json_build_object('carrier', carrier, 'tracking_number', tracking_number, 'tracking_url', tracking_url)
     FROM parcels WHERE order_id = orders.id) AS parcel,
    payment_method,
    (SELECT json_build_object(
        'channel', channel, 'reference', reference, 'amount_paise', amount_paise, 'received_on', received_on,
        'staff_id', staff_id, 'recorded_at', recorded_at)
     FROM received_payments WHERE order_id = orders.id) AS payment,
    source,
    parcel_weight_in_grams,
    payment_due_at,
    refunded_paise,
    refunding_paise,
    EXISTS (SELECT FROM disputes WHERE order_id = orders.id AND state IN ('open', 'under_review', 'lost')) AS is_disputed,
    CASE WHEN return_paid_by IS NOT NULL
        THEN json_build_object('send_to', return_send_to, 'paid_by', return_paid_by) END AS return_terms,
    (SELECT district FROM pincodes WHERE pincodes.pincode = orders.pincode) AS district,
    (SELECT state FROM pincodes WHERE pincodes.pincode = orders.pincode) AS state,
    promised_from,
    promised_by
FROM orders;
