-- Orders that are paid online. The version before this one, which serves meanwhile, places none and writes none of these columns.
ALTER TABLE orders
    -- Until when it waits for its money; absent unless it is to be paid online.
    ADD COLUMN payment_due_at timestamptz,
    -- What went back of the money that had paid it, and what is on its way back.
    ADD COLUMN refunded_paise bigint NOT NULL DEFAULT 0,
    ADD COLUMN refunding_paise bigint NOT NULL DEFAULT 0;

-- Not valid yet, so that the table is not read while it is locked; the next migration sees to it.
ALTER TABLE orders
    DROP CONSTRAINT orders_payment_method,
    ADD CONSTRAINT orders_payment_method CHECK (payment_method IN ('pay_later', 'cash_on_delivery', 'online')) NOT VALID,
    DROP CONSTRAINT orders_payment_status,
    ADD CONSTRAINT orders_payment_status CHECK (payment_status IN ('pending', 'paid', 'held', 'refunded', 'partly_refunded')) NOT VALID,
    ADD CONSTRAINT orders_payment_due CHECK (payment_method <> 'online' OR payment_due_at IS NOT NULL) NOT VALID,
    ADD CONSTRAINT orders_refunds CHECK (refunded_paise >= 0 AND refunding_paise >= 0) NOT VALID;

-- As before, with until when it waits for its money and what of that goes back.
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
     FROM received_payments WHERE order_id = orders.id) AS payment,
    source,
    parcel_weight_in_grams,
    payment_due_at,
    refunded_paise,
    refunding_paise
FROM orders;
