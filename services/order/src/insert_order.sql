-- An order with its key and all that belongs to it, or nothing when another transaction wrote the key's order.
WITH claimed AS (
  INSERT INTO idempotency_keys (key, caller, payload_form, payload_hash, order_id)
  SELECT $1::text, $2::text, $3::smallint, $4::bytea, $5::uuid WHERE $1::text IS NOT NULL
  ON CONFLICT DO NOTHING RETURNING order_id),
placed AS (
  INSERT INTO orders
    (id, order_number, status, account_id, full_name, email, mobile_number, delivery_address, pincode,
     total_paise, placed_at, payment_method)
  SELECT $5, $6::text, $7::text, $8::uuid, $9::text, $10::text, $11::text, $12::text, $13::text, $14::bigint,
    $15::timestamptz, $32::text
  WHERE $1 IS NULL OR EXISTS (SELECT FROM claimed)
  RETURNING id),
first_change AS (
  INSERT INTO order_changes (order_id, version, to_status, actor, actor_id, changed_at)
  SELECT id, 1, $7, $16::text, $8, $15 FROM placed),
lines AS (
  INSERT INTO order_lines
    (order_id, line_number, sku, product_id, product_name, weight_in_grams, quantity, unit_price_paise)
  SELECT id, line.number, line.sku, line.product_id, line.name, line.weight, line.quantity, line.price
  FROM placed, unnest($17::text[], $18::uuid[], $19::text[], $20::integer[], $21::integer[], $22::bigint[])
    WITH ORDINALITY AS line (sku, product_id, name, weight, quantity, price, number)),
charges AS (
  INSERT INTO order_charges (order_id, kind, label, amount_paise)
  SELECT id, charge.* FROM placed, unnest($23::text[], $24::text[], $25::bigint[]) AS charge),
event AS (
  INSERT INTO outbox (id, subject, aggregate_id, aggregate_version, occurred_at, payload, traceparent)
  SELECT $26::uuid, $27::text, id, $28::bigint, $29::timestamptz, $30::bytea, $31::text FROM placed)
SELECT EXISTS (SELECT FROM placed) AS "is_inserted!"
