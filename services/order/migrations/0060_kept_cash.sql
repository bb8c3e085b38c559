-- Cash is summed for every carrier, and far too many orders have some for each sum to read them all. What each order counts for is
-- kept beside it, and the sums are kept by state, day and carrier.
--
-- Triggers keep them, and not the program: the version before this one, which serves meanwhile, moves orders and takes money without
-- knowing of sums. They decide nothing. What a state is says the view below, as the indexes of lists of cash do (0051 to 0053); the
-- triggers note what changed of it, in the transaction that changes it.

-- Where the cash of an order is, as its rows say.
CREATE VIEW cash_of_orders AS
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
    OR payment_method = 'cash_on_delivery' AND payment_status = 'pending' AND status IN ('shipped', 'delivered', 'return_requested');

-- What an order counts for in the sums; no row when it has no cash.
CREATE TABLE order_cash (
    order_id uuid PRIMARY KEY REFERENCES orders (id),
    -- Empty for an order that was paid before it was shipped.
    carrier text NOT NULL,
    state text NOT NULL CHECK (state IN ('to_collect', 'collected', 'remitted')),
    since timestamptz NOT NULL,
    amount_paise bigint NOT NULL
);
-- The cash of a carrier, what waits longest first.
CREATE INDEX order_cash_state ON order_cash (state, carrier, since) INCLUDE (amount_paise);

-- What is added to the sums, or taken from them. A row a change, so that no order waits for another one's; a sweep adds them up.
CREATE TABLE cash_changes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    state text NOT NULL,
    day date NOT NULL,
    carrier text NOT NULL,
    orders bigint NOT NULL,
    amount_paise bigint NOT NULL
);

-- What was added up. The sum of a carrier is this and what is still to be added: one that is taken before it is added is below zero.
CREATE TABLE cash_sums (
    state text NOT NULL,
    -- The day in India since which the cash is there.
    day date NOT NULL,
    carrier text NOT NULL,
    orders bigint NOT NULL,
    amount_paise bigint NOT NULL,
    PRIMARY KEY (state, day, carrier)
);

-- The one row says that all orders are counted that were there before there were sums.
CREATE TABLE cash_counted (
    is_counted boolean PRIMARY KEY DEFAULT true CHECK (is_counted),
    counted_at timestamptz NOT NULL DEFAULT now()
);

-- Has the sums agree with what the rows of these orders say. What they counted for before is kept, so calling it once more is no harm.
CREATE FUNCTION keep_cash(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- Two transactions that change an order's rows are counted one after the other.
    PERFORM FROM orders WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;

    WITH changed AS (
        SELECT touched.order_id, was.carrier AS was_carrier, was.state AS was_state, was.since AS was_since,
            was.amount_paise AS was_amount_paise, stands.carrier, stands.state, stands.since, stands.amount_paise
        FROM unnest(ids) AS touched (order_id)
        LEFT JOIN order_cash AS was ON was.order_id = touched.order_id
        LEFT JOIN cash_of_orders AS stands ON stands.order_id = touched.order_id
        WHERE (was.carrier, was.state, was.since, was.amount_paise)
            IS DISTINCT FROM (stands.carrier, stands.state, stands.since, stands.amount_paise)),
    gone AS (
        DELETE FROM order_cash USING changed WHERE order_cash.order_id = changed.order_id AND changed.state IS NULL),
    kept AS (
        INSERT INTO order_cash (order_id, carrier, state, since, amount_paise)
        SELECT order_id, carrier, state, since, amount_paise FROM changed WHERE state IS NOT NULL
        ON CONFLICT (order_id) DO UPDATE SET carrier = excluded.carrier, state = excluded.state, since = excluded.since,
            amount_paise = excluded.amount_paise)
    INSERT INTO cash_changes (state, day, carrier, orders, amount_paise)
    SELECT state, (since AT TIME ZONE 'Asia/Kolkata')::date, carrier, sum(orders), sum(amount_paise)
    FROM (
        SELECT was_state AS state, was_since AS since, was_carrier AS carrier, -1 AS orders, -was_amount_paise AS amount_paise
        FROM changed WHERE was_state IS NOT NULL
        UNION ALL
        SELECT state, since, carrier, 1, amount_paise FROM changed WHERE state IS NOT NULL) AS moved
    GROUP BY 1, 2, 3 HAVING sum(orders) <> 0 OR sum(amount_paise) <> 0;
END
$$;

CREATE FUNCTION keep_cash_of_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids uuid[];
BEGIN
    SELECT array_agg(id) INTO ids FROM written WHERE payment_method = 'cash_on_delivery';
    IF ids IS NOT NULL THEN
        PERFORM keep_cash(ids);
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION keep_cash_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids uuid[];
BEGIN
    SELECT array_agg(order_id) INTO ids FROM written;
    IF ids IS NOT NULL THEN
        PERFORM keep_cash(ids);
    END IF;
    RETURN NULL;
END
$$;

-- An order that is placed has no cash: it has some when it moves, or when its parcel or its money is written down.
CREATE TRIGGER orders_keep_cash AFTER UPDATE ON orders
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_cash_of_orders();
CREATE TRIGGER parcels_keep_cash AFTER INSERT ON parcels
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_cash_of_rows();
CREATE TRIGGER parcels_keep_cash_again AFTER UPDATE ON parcels
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_cash_of_rows();
CREATE TRIGGER received_payments_keep_cash AFTER INSERT ON received_payments
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_cash_of_rows();
CREATE TRIGGER received_payments_keep_cash_again AFTER UPDATE ON received_payments
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_cash_of_rows();
