-- Who wants to be told, once, when a pack that is sold out can be bought again.
CREATE TABLE stock_alerts (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL,
    -- In the one spelling that tells people apart.
    email text NOT NULL CHECK (email = lower(email)),
    asked_at timestamptz NOT NULL DEFAULT now(),
    -- Since when an event tells that the pack is back; absent while it waits.
    told_at timestamptz,
    -- Counts what the world was told of it.
    version bigint NOT NULL DEFAULT 0,
    -- Also finds all of an address, for its limit and for whoever has it erased.
    CONSTRAINT stock_alerts_one_each UNIQUE (email, product_id, weight_in_grams),
    FOREIGN KEY (product_id, weight_in_grams) REFERENCES packs
);
-- Those that wait, pack by pack.
CREATE INDEX stock_alerts_waiting ON stock_alerts (product_id, weight_in_grams, asked_at) WHERE told_at IS NULL;
-- What is cleared away: those whose mail is long gone, and those that waited long enough.
CREATE INDEX stock_alerts_told_at ON stock_alerts (told_at) WHERE told_at IS NOT NULL;
CREATE INDEX stock_alerts_asked_at ON stock_alerts (asked_at);

-- False when the pack is not sold out: then there is nothing to wait for. One that was told of and whose pack is sold out again
-- waits anew.
CREATE FUNCTION add_stock_alert(alert uuid, product uuid, weight integer, address text, most integer)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM packs WHERE product_id = product AND weight_in_grams = weight AND availability = 'sold_out';
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO stock_alerts (id, product_id, weight_in_grams, email) VALUES (alert, product, weight, address)
        ON CONFLICT ON CONSTRAINT stock_alerts_one_each DO UPDATE SET told_at = NULL, asked_at = now()
        WHERE stock_alerts.told_at IS NOT NULL;
    DELETE FROM stock_alerts WHERE id IN (
        SELECT id FROM stock_alerts WHERE email = address AND told_at IS NULL ORDER BY asked_at DESC, id DESC OFFSET most);
    RETURN true;
END
$$;

-- The packs that somebody waits for, each found behind the one before: however many wait for one, it is looked at once.
CREATE FUNCTION packs_waited_for() RETURNS TABLE (product_id uuid, weight_in_grams integer) LANGUAGE sql STABLE AS $$
    WITH RECURSIVE waited_for AS (
        (SELECT alert.product_id, alert.weight_in_grams FROM stock_alerts AS alert WHERE told_at IS NULL
         ORDER BY alert.product_id, alert.weight_in_grams LIMIT 1)
        UNION ALL
        SELECT next.product_id, next.weight_in_grams
        FROM waited_for AS last, LATERAL (
            SELECT alert.product_id, alert.weight_in_grams FROM stock_alerts AS alert
            WHERE told_at IS NULL
              AND (alert.product_id, alert.weight_in_grams) > (last.product_id, last.weight_in_grams)
            ORDER BY alert.product_id, alert.weight_in_grams LIMIT 1) AS next)
    SELECT product_id, weight_in_grams FROM waited_for
$$;
