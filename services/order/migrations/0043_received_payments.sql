-- The money that came for an order, as somebody of the staff wrote it down. Such an order is 'paid'.
CREATE TABLE received_payments (
    order_id uuid PRIMARY KEY REFERENCES orders (id),
    channel text NOT NULL CHECK (channel IN ('cash_on_delivery', 'upi', 'bank_transfer', 'cash')),
    -- What the bank, the app or the carrier calls it, such as a UTR; empty when it has no name.
    reference text NOT NULL CHECK (reference <> '' OR channel NOT IN ('upi', 'bank_transfer')),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    -- The day in India.
    received_on date NOT NULL,
    -- Who wrote it down; absent for the shop's programs.
    staff_id uuid,
    recorded_at timestamptz NOT NULL DEFAULT now()
);
-- A bank and an app call no two payments the same: one payment pays one order.
CREATE UNIQUE INDEX received_payments_reference ON received_payments (reference) WHERE channel IN ('upi', 'bank_transfer');

-- As before, with the money that came.
CREATE OR REPLACE VIEW whole_orders AS
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
     FROM received_payments WHERE order_id = orders.id) AS payment
FROM orders;
