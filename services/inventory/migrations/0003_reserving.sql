-- All packs of an order or none. The whole of it is one call, for while one order's packs are locked no other order gets any
-- of them, and every way to the database and back would be waited for.
--
-- Whoever changes what a pack's batches hold locks the pack's row first, and of several packs in the order of product and
-- weight: so no two wait for each other, and each statement behind the lock sees what was done before it.

CREATE FUNCTION lock_packs(products uuid[], weights integer[]) RETURNS void LANGUAGE sql AS $$
    SELECT FROM packs
    WHERE (product_id, weight_in_grams) IN (SELECT * FROM unnest(products, weights))
    ORDER BY product_id, weight_in_grams FOR UPDATE
$$;

-- Takes what these orders hold out of what is reserved, and forgets it; their rows stay.
CREATE FUNCTION give_back(orders uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM lock_packs(array_agg(product_id), array_agg(weight_in_grams))
    FROM reserved_packs JOIN batches ON batches.id = batch_id WHERE order_id = ANY(orders);

    UPDATE batches SET reserved = reserved - held.quantity
    FROM (SELECT batch_id, sum(quantity) AS quantity FROM reserved_packs WHERE order_id = ANY(orders) GROUP BY batch_id)
        AS held
    WHERE batches.id = held.batch_id;

    DELETE FROM reserved_packs WHERE order_id = ANY(orders);
END
$$;

-- What an order needs of each batch, the first to expire first. The packs are locked.
CREATE FUNCTION allocation(products uuid[], weights integer[], quantities integer[])
RETURNS TABLE (batch_id uuid, quantity integer) LANGUAGE sql AS $$
    SELECT id, least(free, wanted - before)::integer
    FROM (
        SELECT id, on_hand - reserved AS free, line.quantity AS wanted,
            coalesce(sum(on_hand - reserved) OVER (
                PARTITION BY product_id, weight_in_grams ORDER BY best_before, id
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
        FROM unnest(products, weights, quantities) AS line (product_id, weight_in_grams, quantity)
        JOIN batches USING (product_id, weight_in_grams)
        WHERE last_sale_on >= shop_today() AND NOT is_recalled AND on_hand > reserved) AS offered
    WHERE before < wanted
$$;

-- The lines that cannot be had, and what is left of them. The packs are locked.
CREATE FUNCTION shortages(products uuid[], weights integer[], quantities integer[])
RETURNS TABLE (product_id uuid, weight_in_grams integer, quantity integer, packs_left bigint) LANGUAGE sql AS $$
    SELECT line.product_id, line.weight_in_grams, line.quantity, free.packs
    FROM unnest(products, weights, quantities) AS line (product_id, weight_in_grams, quantity)
    JOIN packs ON (packs.product_id, packs.weight_in_grams) = (line.product_id, line.weight_in_grams),
        packs_left(line.product_id, line.weight_in_grams) AS free (packs)
    WHERE is_tracked AND free.packs < line.quantity
$$;

-- Reserves for an order from what there is; lines of packs that nobody tracks take what is there of them, for the recall.
CREATE FUNCTION take(reserving uuid, products uuid[], weights integer[], quantities integer[])
RETURNS void LANGUAGE sql AS $$
    WITH taken AS (
        INSERT INTO reserved_packs (order_id, batch_id, quantity)
        SELECT reserving, batch_id, quantity FROM allocation(products, weights, quantities)
        RETURNING batch_id, quantity)
    UPDATE batches SET reserved = reserved + taken.quantity FROM taken WHERE batches.id = taken.batch_id
$$;

-- Whether it is this that an order holds; of packs that nobody tracks it may hold anything.
CREATE FUNCTION holds(holding uuid, products uuid[], weights integer[], quantities integer[])
RETURNS boolean LANGUAGE sql AS $$
    SELECT NOT EXISTS (
        SELECT FROM unnest(products, weights, quantities) AS line (product_id, weight_in_grams, quantity)
        FULL JOIN (
            SELECT product_id, weight_in_grams, sum(reserved_packs.quantity) AS quantity
            FROM reserved_packs JOIN batches ON batches.id = batch_id WHERE order_id = holding
            GROUP BY product_id, weight_in_grams) AS held USING (product_id, weight_in_grams)
        JOIN packs USING (product_id, weight_in_grams)
        WHERE is_tracked AND line.quantity IS DISTINCT FROM held.quantity)
$$;

-- Answers the lines that cannot be had, and what is left of them; nothing is reserved then.
CREATE FUNCTION reserve(
    reserving uuid, products uuid[], weights integer[], quantities integer[], until timestamptz)
RETURNS TABLE (product_id uuid, weight_in_grams integer, packs_left bigint) LANGUAGE plpgsql AS $$
DECLARE
    known text;
    is_new boolean;
BEGIN
    -- Two tries of one order follow each other.
    INSERT INTO reservations (order_id, state, settle_by) VALUES (reserving, 'held', until) ON CONFLICT DO NOTHING;
    is_new := FOUND;
    IF is_new THEN
        PERFORM lock_packs(products, weights);
    ELSE
        SELECT state INTO STRICT known FROM reservations WHERE order_id = reserving FOR UPDATE;
        -- An order that is placed has what it needs, and is not placed again.
        IF known NOT IN ('held', 'abandoned') THEN
            RETURN;
        END IF;
        UPDATE reservations SET state = 'held', settle_by = until WHERE order_id = reserving;
        IF known = 'held' AND holds(reserving, products, weights, quantities) THEN
            RETURN;
        END IF;
        PERFORM lock_packs(products || array_agg(batches.product_id), weights || array_agg(batches.weight_in_grams))
        FROM reserved_packs JOIN batches ON batches.id = batch_id WHERE order_id = reserving;
        PERFORM give_back(ARRAY[reserving]);
    END IF;

    RETURN QUERY SELECT short.product_id, short.weight_in_grams, short.packs_left
        FROM shortages(products, weights, quantities) AS short;
    IF FOUND THEN
        DELETE FROM reservations WHERE order_id = reserving;
    ELSE
        PERFORM take(reserving, products, weights, quantities);
    END IF;
END
$$;

-- Keeps for good what an order holds that was placed. Whatever it does not hold, though it should, is taken now; what is not
-- there was oversold.
CREATE FUNCTION keep(ordering uuid, products uuid[], weights integer[], quantities integer[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    known text;
BEGIN
    INSERT INTO reservations (order_id, state, settle_by) VALUES (ordering, 'abandoned', now()) ON CONFLICT DO NOTHING;
    SELECT state INTO STRICT known FROM reservations WHERE order_id = ordering FOR UPDATE;
    -- Two checkouts may have shared the key that makes an order's id, and the other one's packs be held.
    IF known = 'held' AND NOT holds(ordering, products, weights, quantities) THEN
        PERFORM lock_packs(products || array_agg(batches.product_id), weights || array_agg(batches.weight_in_grams))
        FROM reserved_packs JOIN batches ON batches.id = batch_id WHERE order_id = ordering;
        PERFORM give_back(ARRAY[ordering]);
        known := 'abandoned';
    END IF;
    IF known = 'abandoned' THEN
        PERFORM lock_packs(products, weights);
        INSERT INTO oversold_packs (order_id, product_id, weight_in_grams, quantity)
            SELECT ordering, short.product_id, short.weight_in_grams, short.quantity - short.packs_left
            FROM shortages(products, weights, quantities) AS short;
        PERFORM take(ordering, products, weights, quantities);
    END IF;
    UPDATE reservations SET state = 'placed' WHERE order_id = ordering AND state IN ('held', 'abandoned');
END
$$;

-- What became of orders whose reservations are held: those that were placed keep them, the others give them back, unless their
-- shopper has come again meanwhile.
CREATE FUNCTION settle(placed uuid[], abandoned uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    given_up uuid[];
BEGIN
    PERFORM FROM reservations WHERE order_id = ANY(placed || abandoned) AND state = 'held' ORDER BY order_id FOR UPDATE;
    UPDATE reservations SET state = 'placed' WHERE order_id = ANY(placed) AND state = 'held';
    WITH ended AS (
        UPDATE reservations SET state = 'abandoned' WHERE order_id = ANY(abandoned) AND state = 'held' AND settle_by < now()
        RETURNING order_id)
    SELECT array_agg(order_id) INTO given_up FROM ended;
    PERFORM give_back(given_up);
END
$$;

-- An order that is cancelled gives its packs back. It may be heard of before its placing.
CREATE FUNCTION cancel_order(cancelled uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO reservations (order_id, state, settle_by) VALUES (cancelled, 'cancelled', now()) ON CONFLICT DO NOTHING;
    PERFORM FROM reservations WHERE order_id = cancelled FOR UPDATE;
    UPDATE reservations SET state = 'cancelled'
    WHERE order_id = cancelled AND state IN ('held', 'placed', 'abandoned');
    IF FOUND THEN
        PERFORM give_back(ARRAY[cancelled]);
        DELETE FROM oversold_packs WHERE order_id = cancelled;
    END IF;
END
$$;

-- Packs of an order leave the house, or come back to it: a movement each, once.
CREATE FUNCTION move_order_packs(moved uuid, of_state text[], new_state text, movement text, sign integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM reservations WHERE order_id = moved FOR UPDATE;
    UPDATE reservations SET state = new_state WHERE order_id = moved AND state = ANY(of_state);
    IF FOUND THEN
        PERFORM lock_packs(array_agg(product_id), array_agg(weight_in_grams))
        FROM reserved_packs JOIN batches ON batches.id = batch_id WHERE order_id = moved;
        INSERT INTO movements (id, batch_id, kind, quantity, order_id)
        SELECT gen_random_uuid(), batch_id, movement, sign * quantity, moved
        FROM reserved_packs WHERE order_id = moved ORDER BY batch_id;
    END IF;
END
$$;

CREATE FUNCTION ship_order(shipped uuid) RETURNS void LANGUAGE sql AS $$
    SELECT move_order_packs(shipped, ARRAY['held', 'placed'], 'shipped', 'sold', -1)
$$;

-- Whoever finds that they cannot be sold again writes them off.
CREATE FUNCTION take_order_back(returned uuid) RETURNS void LANGUAGE sql AS $$
    SELECT move_order_packs(returned, ARRAY['shipped'], 'returned', 'returned', 1)
$$;
