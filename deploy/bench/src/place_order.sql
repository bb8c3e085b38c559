-- The statements of the order service for one order with a key, with values in place of parameters.
\set id random(1, 9000000000000000000)
SELECT k.caller, k.payload_form, k.payload_hash, o.id, o.order_number, o.total_paise, o.placed_at
  FROM idempotency_keys k JOIN orders o ON o.id = k.order_id
  WHERE k.key = :id::bigint::text AND ('' = '' OR k.caller IN ('', '')) ORDER BY k.caller = '' DESC LIMIT 20;
BEGIN;
WITH claimed AS (
  INSERT INTO idempotency_keys (key, caller, payload_form, payload_hash, order_id)
  SELECT :id::bigint::text, ''::text, 2::smallint, decode(repeat('ab', 32), 'hex')::bytea, lpad(to_hex(:id::bigint), 32, '0')::uuid WHERE :id::bigint::text IS NOT NULL
  ON CONFLICT DO NOTHING RETURNING order_id),
  placed AS (
  INSERT INTO orders
  (id, order_number, status, account_id, full_name, email, mobile_number, delivery_address, pincode,
  total_paise, placed_at)
  SELECT lpad(to_hex(:id::bigint), 32, '0')::uuid, :id::bigint::text, 'placed'::text, NULL::uuid, 'Asha Patel'::text, (:id::bigint::text || '@example.com')::text, '9876543210'::text, '12 Ring Road, Surat'::text, '395007'::text, 24900::bigint,
  now()::timestamptz
  WHERE :id::bigint::text IS NULL OR EXISTS (SELECT FROM claimed)
  RETURNING id),
  first_change AS (
  INSERT INTO order_changes (order_id, version, to_status, actor, actor_id, changed_at)
  SELECT id, 1, 'placed', 'shopper'::text, NULL, now() FROM placed),
  lines AS (
  INSERT INTO order_lines
  (order_id, line_number, sku, product_id, product_name, weight_in_grams, quantity, unit_price_paise)
  SELECT id, line.number, line.sku, line.product_id, line.name, line.weight, line.quantity, line.price
  FROM placed, unnest(ARRAY['P0001-100']::text[], ARRAY['0190d5a4-0000-7000-8000-000000000001']::uuid[], ARRAY['Karela Powder']::text[], ARRAY[100]::integer[], ARRAY[1]::integer[], ARRAY[24900]::bigint[])
  WITH ORDINALITY AS line (sku, product_id, name, weight, quantity, price, number)),
  charges AS (
  INSERT INTO order_charges (order_id, kind, label, amount_paise)
  SELECT id, charge.* FROM placed, unnest('{}'::text[], '{}'::text[], '{}'::bigint[]) AS charge),
  event AS (
  INSERT INTO outbox (id, subject, aggregate_id, aggregate_version, occurred_at, payload, traceparent)
  SELECT lpad(to_hex(:id::bigint), 32, '0')::uuid, 'shop.order.placed.v1'::text, id, 1::bigint, now()::timestamptz, decode(repeat('ab', 140), 'hex')::bytea, '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01'::text FROM placed)
  SELECT EXISTS (SELECT FROM placed) AS "is_inserted!";
COMMIT;
