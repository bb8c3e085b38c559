-- What the order service sends for one order with a key, statement by statement.
\set id random(1, 9000000000000000000)
SELECT k.caller, k.payload_form, k.payload_hash, o.id, o.order_number, o.total_paise, o.placed_at
  FROM idempotency_keys k JOIN orders o ON o.id = k.order_id
  WHERE k.key = :id::bigint::text AND ('' = '' OR k.caller IN ('', '')) ORDER BY k.caller = '' DESC LIMIT 20;
SELECT id FROM orders WHERE id = lpad(to_hex(:id::bigint), 32, '0')::uuid;
BEGIN;
INSERT INTO idempotency_keys (key, caller, payload_form, payload_hash, order_id)
  VALUES (:id::bigint::text, '', 2, decode(repeat('ab', 32), 'hex'), lpad(to_hex(:id::bigint), 32, '0')::uuid)
  ON CONFLICT DO NOTHING;
INSERT INTO orders (id, order_number, status, account_id, full_name, email, mobile_number, delivery_address, pincode,
    total_paise, placed_at)
  VALUES (lpad(to_hex(:id::bigint), 32, '0')::uuid, :id::bigint::text, 'placed', NULL, 'Asha Patel',
    :id::bigint::text || '@example.com', '9876543210', '12 Ring Road, Surat', '395007', 24900, now());
INSERT INTO order_changes (order_id, version, to_status, actor, actor_id, changed_at)
  VALUES (lpad(to_hex(:id::bigint), 32, '0')::uuid, 1, 'placed', 'shopper', NULL, now());
INSERT INTO order_lines
    (order_id, line_number, sku, product_id, product_name, weight_in_grams, quantity, unit_price_paise)
  SELECT lpad(to_hex(:id::bigint), 32, '0')::uuid, line.number, line.sku, line.product_id, line.name, line.weight,
    line.quantity, line.price
  FROM unnest(ARRAY['P0001-100'], ARRAY['0190d5a4-0000-7000-8000-000000000001'::uuid], ARRAY['Karela Powder'], ARRAY[100],
      ARRAY[1], ARRAY[24900::bigint])
    WITH ORDINALITY AS line (sku, product_id, name, weight, quantity, price, number);
INSERT INTO outbox (id, subject, aggregate_id, aggregate_version, occurred_at, payload, traceparent)
  VALUES (lpad(to_hex(:id::bigint), 32, '0')::uuid, 'shop.order.placed.v2', lpad(to_hex(:id::bigint), 32, '0')::uuid, 1, now(),
    decode(repeat('ab', 140), 'hex'), '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01');
COMMIT;
