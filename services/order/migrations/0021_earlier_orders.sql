-- Orders go on being placed while these read the table.
ALTER TABLE orders VALIDATE CONSTRAINT orders_version;
ALTER TABLE orders VALIDATE CONSTRAINT orders_status;

INSERT INTO order_changes (order_id, version, to_status, actor, changed_at)
SELECT id, 1, status, 'shopper', placed_at FROM orders
ON CONFLICT DO NOTHING;
