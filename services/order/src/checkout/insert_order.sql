-- An order ($5, by the names of its fields) with its key and all that belongs to it, or nothing when another transaction wrote
-- the key's order. A guest's order keeps a code of its network ($13). A member of the staff places it ($12), or the account that orders.
WITH claimed AS (
  INSERT INTO idempotency_keys (key, caller, payload_form, payload_hash, order_id)
  SELECT $1::text, $2::text, $3::smallint, $4::bytea, ($5::jsonb->>'id')::uuid WHERE $1::text IS NOT NULL
  ON CONFLICT DO NOTHING RETURNING order_id),
placed AS (
  INSERT INTO orders
    (id, order_number, status, account_id, full_name, email, mobile_number, delivery_address, pincode,
     total_paise, placed_at, payment_method, source, payment_due_at, promised_from, promised_by, network)
  SELECT id, order_number, status, account_id, full_name, email, mobile_number, delivery_address, pincode,
     total_paise, placed_at, payment_method, source, payment_due_at, promised_from, promised_by, $13::bytea
  FROM jsonb_populate_record(NULL::orders, $5)
  WHERE $1 IS NULL OR EXISTS (SELECT FROM claimed)
  RETURNING id, account_id),
changes AS (
  INSERT INTO order_changes (order_id, version, to_status, actor, actor_id, changed_at)
  SELECT placed.id, change.version, change.to_status, change.actor, coalesce($12::uuid, placed.account_id),
    change.changed_at
  FROM placed, jsonb_populate_recordset(NULL::order_changes, $5->'changes') AS change),
lines AS (
  INSERT INTO order_lines
    (order_id, line_number, sku, product_id, product_name, weight_in_grams, quantity, unit_price_paise)
  SELECT placed.id, number, sku, product_id, product_name, weight_in_grams, quantity, unit_price_paise
  FROM placed, jsonb_array_elements($5->'lines') WITH ORDINALITY AS sent (line, number),
    jsonb_populate_record(NULL::order_lines, line) AS line_of_order),
charges AS (
  INSERT INTO order_charges (order_id, kind, label, amount_paise)
  SELECT placed.id, charge.kind, charge.label, charge.amount_paise
  FROM placed, jsonb_populate_recordset(NULL::order_charges, $5->'charges') AS charge),
event AS (
  INSERT INTO outbox (id, subject, aggregate_id, aggregate_version, occurred_at, payload, traceparent)
  SELECT $6::uuid, $7::text, id, $8::bigint, $9::timestamptz, $10::bytea, $11::text FROM placed)
SELECT EXISTS (SELECT FROM placed) AS "is_inserted!"
