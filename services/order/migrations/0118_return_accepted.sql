-- The shop may take back what a shopper wants to return, before it comes. Not valid yet, so that the table is not read while it is locked;
-- the next migration sees to it.
ALTER TABLE orders
    DROP CONSTRAINT orders_status,
    ADD CONSTRAINT orders_status CHECK (status IN (
        'placed', 'confirmed', 'packed', 'shipped', 'delivered', 'return_requested', 'return_accepted', 'returned', 'cancelled',
        'came_back', 'lost'
    )) NOT VALID,
    -- Where the shopper sends the packs of a return, and who pays for their parcel; absent until the shop has accepted it.
    ADD COLUMN return_send_to text,
    ADD COLUMN return_paid_by text,
    ADD CONSTRAINT orders_return_terms CHECK (
        (return_send_to IS NULL) = (return_paid_by IS NULL) AND return_paid_by IN ('shopper', 'shop')) NOT VALID;

-- As before, with how a return comes back, and where the pincode lies.
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
    (SELECT state FROM pincodes WHERE pincodes.pincode = orders.pincode) AS state
FROM orders;

-- As before: a carrier has the cash of a delivered order also while its packs come back.
CREATE OR REPLACE VIEW cash_of_orders AS
SELECT orders.id AS order_id, coalesce(parcels.carrier, '') AS carrier,
    CASE WHEN paid.order_id IS NOT NULL THEN 'remitted' WHEN status = 'shipped' THEN 'to_collect' ELSE 'collected' END AS state,
    -- Since when it is there; what is remitted is so from the beginning of the day in India.
    coalesce(paid.received_on::timestamp AT TIME ZONE 'Asia/Kolkata',
        (SELECT min(changed_at) FROM order_changes
         WHERE order_changes.order_id = orders.id
           AND to_status = CASE orders.status WHEN 'shipped' THEN 'shipped' ELSE 'delivered' END),
        placed_at) AS since,
    coalesce(paid.amount_paise, total_paise) AS amount_paise
FROM orders LEFT JOIN parcels ON parcels.order_id = orders.id
    LEFT JOIN received_payments AS paid ON paid.order_id = orders.id AND channel = 'cash_on_delivery'
WHERE paid.order_id IS NOT NULL
    OR payment_method = 'cash_on_delivery' AND payment_status = 'pending'
      AND status IN ('shipped', 'delivered', 'return_requested', 'return_accepted', 'returned');
