-- A carrier has the cash of a delivered order also after its packs came back.
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
      AND status IN ('shipped', 'delivered', 'return_requested', 'returned');

-- The cash of returned orders joins the sums.
SELECT FROM keep_cash(ARRAY(
    SELECT id FROM orders
    WHERE status = 'returned' AND payment_method = 'cash_on_delivery' AND payment_status = 'pending'));
