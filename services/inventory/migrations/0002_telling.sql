-- Whoever moves or reserves packs, the world is told when that changes what shoppers see: each row of the outbox becomes a
-- message on NATS.

-- A whole number as protocol buffers write it: seven bits a byte, the lowest first.
CREATE FUNCTION varint(number bigint) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
    rest bigint := number;
    written bytea := '';
BEGIN
    WHILE rest > 127 LOOP
        written := written || set_byte('\x00', 0, (rest & 127 | 128)::integer);
        rest := rest >> 7;
    END LOOP;
    RETURN written || set_byte('\x00', 0, rest::integer);
END
$$;

-- shop.event.v2.StockChanged: product_id is field 1, a text of 36 bytes; then weight_in_grams, is_sold_out, left, version.
CREATE FUNCTION stock_changed(pack packs) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT '\x0a24'::bytea || convert_to(pack.product_id::text, 'UTF8') || '\x10'::bytea || varint(pack.weight_in_grams)
        || '\x18'::bytea || varint((pack.availability = 'sold_out')::integer)
        || '\x20'::bytea || varint(pack.left_when_low) || '\x28'::bytea || varint(pack.version)
$$;

-- How many of a pack can be bought today; whoever wants to rely on it holds the pack's row.
CREATE FUNCTION packs_left(product uuid, weight integer) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT coalesce(sum(on_hand - reserved), 0) FROM batches
    WHERE product_id = product AND weight_in_grams = weight AND last_sale_on >= shop_today() AND NOT is_recalled
$$;

-- Tells what changed of these packs; answers how many did. Late bound: the outbox comes with migrations of its own.
CREATE FUNCTION tell_stock(products uuid[], weights integer[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    changes bigint;
BEGIN
    WITH counted AS (
        SELECT product_id, weight_in_grams, low_at,
            CASE WHEN is_tracked THEN packs_left(product_id, weight_in_grams) END AS free
        FROM unnest(products, weights) AS touched (product_id, weight_in_grams)
        JOIN packs USING (product_id, weight_in_grams)),
    stands AS (
        SELECT product_id, weight_in_grams,
            CASE WHEN free <= 0 THEN 'sold_out' WHEN free <= low_at THEN 'low' ELSE 'in_stock' END AS availability,
            CASE WHEN free BETWEEN 1 AND low_at THEN free::integer ELSE 0 END AS left_when_low
        FROM counted),
    changed AS (
        UPDATE packs SET availability = stands.availability, left_when_low = stands.left_when_low, version = version + 1
        FROM stands
        WHERE packs.product_id = stands.product_id AND packs.weight_in_grams = stands.weight_in_grams
          AND (packs.availability, packs.left_when_low) <> (stands.availability, stands.left_when_low)
        RETURNING packs.*),
    told AS (
        INSERT INTO outbox (id, subject, aggregate_id, aggregate_version, occurred_at, payload)
        SELECT gen_random_uuid(), 'shop.stock.changed.v2', id, version, now(), stock_changed(changed) FROM changed
        RETURNING 1)
    SELECT count(*) INTO changes FROM told;
    RETURN changes;
END
$$;

CREATE FUNCTION batches_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM tell_stock(array_agg(product_id), array_agg(weight_in_grams))
    FROM (SELECT DISTINCT product_id, weight_in_grams FROM written) AS touched;
    RETURN NULL;
END
$$;

-- A new batch is empty: its first movement tells.
CREATE TRIGGER batches_changed_told AFTER UPDATE ON batches
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION batches_written();

CREATE FUNCTION packs_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM tell_stock(ARRAY[NEW.product_id], ARRAY[NEW.weight_in_grams]);
    RETURN NULL;
END
$$;

-- Somebody decides to track it, or when it is low.
CREATE TRIGGER packs_decided AFTER UPDATE OF is_tracked, low_at ON packs
    FOR EACH ROW EXECUTE FUNCTION packs_written();
