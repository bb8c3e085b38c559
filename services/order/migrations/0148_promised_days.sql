-- The days on which the shopper was told that an order may come. The version before this one, which serves meanwhile, tells none.
ALTER TABLE orders
    ADD COLUMN promised_from date,
    ADD COLUMN promised_by date;

-- As before, with these days.
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
    refunding_paise,
    EXISTS (SELECT FROM disputes WHERE order_id = orders.id AND state IN ('open', 'under_review', 'lost')) AS is_disputed,
    CASE WHEN return_paid_by IS NOT NULL
        THEN json_build_object('send_to', return_send_to, 'paid_by', return_paid_by) END AS return_terms,
    (SELECT district FROM pincodes WHERE pincodes.pincode = orders.pincode) AS district,
    (SELECT state FROM pincodes WHERE pincodes.pincode = orders.pincode) AS state,
    promised_from,
    promised_by
FROM orders;
