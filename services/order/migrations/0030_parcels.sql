-- How an order travels, from the moment it is shipped.
CREATE TABLE parcels (
    order_id uuid PRIMARY KEY REFERENCES orders (id),
    -- Who carries it, as the shopper reads it.
    carrier text NOT NULL CHECK (carrier <> ''),
    -- The carrier's number for it; empty when there is none.
    tracking_number text NOT NULL,
    -- Where the carrier says where it is; empty when there is none.
    tracking_url text NOT NULL CHECK (tracking_url = '' OR tracking_url LIKE 'https://%')
);

-- An order with all that belongs to it, in one row: whoever reads it asks once.
CREATE VIEW whole_orders AS
SELECT orders.*,
    (SELECT json_agg(json_build_object(
        'sku', sku, 'product_id', product_id, 'product_name', product_name, 'weight_in_grams', weight_in_grams,
        'quantity', quantity, 'unit_price_paise', unit_price_paise) ORDER BY line_number)
     FROM order_lines WHERE order_id = orders.id) AS lines,
    (SELECT coalesce(json_agg(json_build_object('label', label, 'amount_paise', amount_paise) ORDER BY kind), '[]')
     FROM order_charges WHERE order_id = orders.id) AS charges,
    (SELECT coalesce(json_agg(json_build_object(
        'version', order_changes.version, 'to_status', to_status, 'actor', actor, 'reason', reason,
        'changed_at', changed_at) ORDER BY order_changes.version), '[]')
     FROM order_changes WHERE order_id = orders.id) AS changes,
    (SELECT json_build_object('carrier', carrier, 'tracking_number', tracking_number, 'tracking_url', tracking_url)
     FROM parcels WHERE order_id = orders.id) AS parcel
FROM orders;
