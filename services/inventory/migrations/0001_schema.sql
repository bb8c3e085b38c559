-- A pack is a product and a weight in grams. Prices and costs are in paise, quantities in packs.

-- The date in India. Packing, best-before and last sale dates are compared with it.
CREATE FUNCTION shop_today() RETURNS date LANGUAGE sql STABLE AS $$
    SELECT (now() AT TIME ZONE 'Asia/Kolkata')::date
$$;

-- A pack that the catalog lists, or that the shop received once, with its published stock level.
CREATE TABLE packs (
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL CHECK (weight_in_grams > 0),
    -- The aggregate id of the pack's events.
    id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
    -- The stock level published last. A pack without a batch is sold out.
    availability text NOT NULL DEFAULT 'sold_out' CHECK (availability IN ('in_stock', 'low', 'sold_out')),
    -- The number of packs left, as published; 0 unless the pack is low.
    left_when_low integer NOT NULL DEFAULT 0 CHECK ((availability = 'low') = (left_when_low > 0)),
    -- The version of the newest event of its stock level; 0 before the first.
    version bigint NOT NULL DEFAULT 0,
    -- Copied from the catalog, as are the next three; empty until the catalog lists the pack.
    sku text NOT NULL DEFAULT '',
    product_name text NOT NULL DEFAULT '',
    -- unknown: the catalog has not listed the pack. deleted: the catalog removed it.
    product_state text NOT NULL DEFAULT 'unknown'
        CONSTRAINT packs_product_state
            CHECK (product_state IN ('unknown', 'draft', 'published', 'archived', 'deleted')),
    -- The current price; 0 while the product is not published.
    price_paise bigint NOT NULL DEFAULT 0 CONSTRAINT packs_price CHECK (price_paise >= 0),
    -- True until the periodic task catalog-packs has reported the pack's stock to the catalog.
    is_report_due boolean NOT NULL DEFAULT true,
    PRIMARY KEY (product_id, weight_in_grams)
);
-- The packs that are low or sold out. Most packs are in stock.
CREATE INDEX packs_not_in_stock ON packs (product_id, weight_in_grams) WHERE availability <> 'in_stock';
CREATE INDEX packs_to_report ON packs (product_id, weight_in_grams) WHERE is_report_due;
-- The order of the office's stock list.
CREATE INDEX packs_by_name ON packs (lower(product_name), product_id, weight_in_grams);

-- The only row holds the version of the catalog's list of packs that was read last.
CREATE TABLE catalog_list (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    version text NOT NULL
);

-- A batch of packs with the same batch number, dates and MRP.
CREATE TABLE batches (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL,
    -- As printed on the pack.
    batch_number text NOT NULL CHECK (length(batch_number) BETWEEN 1 AND 40),
    packed_on date NOT NULL,
    best_before date NOT NULL CHECK (best_before > packed_on),
    -- FSSAI: online shops deliver food with 30 % of its life, or 45 days, left. The stricter rule counts.
    last_sale_on date NOT NULL GENERATED ALWAYS AS
        (best_before - greatest(45, ((best_before - packed_on) * 3 + 9) / 10)) STORED,
    -- The maximum retail price printed on the pack.
    mrp_paise bigint NOT NULL CHECK (mrp_paise > 0),
    -- The cost of a pack; 0 if the receipt had none.
    cost_paise bigint NOT NULL CHECK (cost_paise >= 0),
    -- The sum of the batch's movements. Only movements change it.
    on_hand integer NOT NULL DEFAULT 0 CHECK (on_hand >= 0),
    -- The packs on hand that belong to orders that are not shipped.
    reserved integer NOT NULL DEFAULT 0 CHECK (reserved >= 0),
    is_recalled boolean NOT NULL DEFAULT false,
    -- The shelf's name, as packers call it; empty if unknown.
    shelf text NOT NULL DEFAULT '',
    CONSTRAINT batches_reserved_are_there CHECK (reserved <= on_hand),
    CONSTRAINT batches_number_key UNIQUE (product_id, weight_in_grams, batch_number),
    FOREIGN KEY (product_id, weight_in_grams) REFERENCES packs
);
-- The batches of a pack that can be sold. Expired ones come before the first.
CREATE INDEX batches_sold ON batches (product_id, weight_in_grams, last_sale_on);
-- For the periodic task new-day.
CREATE INDEX batches_last_sale_on ON batches (last_sale_on);
-- For the periodic task waiting-orders, which replaces packs of recalled batches.
CREATE INDEX batches_recalled ON batches (product_id, weight_in_grams) WHERE is_recalled;
-- The target of reserved_packs_mrp_of_batch.
CREATE UNIQUE INDEX batches_mrp ON batches (id, mrp_paise);

-- A movement changes the packs on hand of a batch: a receipt, sale, correction, return or write-off.
CREATE TABLE movements (
    -- The caller of a receipt, correction or inspection chooses it, and repeats it in a retry.
    id uuid PRIMARY KEY,
    batch_id uuid NOT NULL REFERENCES batches,
    kind text NOT NULL CHECK (kind IN ('received', 'sold', 'adjusted', 'returned', 'written_off')),
    -- The change in packs; negative if packs leave.
    quantity integer NOT NULL CHECK (quantity <> 0),
    order_id uuid CHECK ((order_id IS NOT NULL) = (kind IN ('sold', 'returned'))),
    -- The account of the staff member; null for the shop's programs.
    actor_id uuid,
    -- Written by staff; empty if they gave none, and for sales.
    reason text NOT NULL DEFAULT '',
    moved_at timestamptz NOT NULL DEFAULT now(),
    CHECK (CASE WHEN kind IN ('received', 'returned') THEN quantity > 0
                WHEN kind IN ('sold', 'written_off') THEN quantity < 0 ELSE true END)
);
CREATE INDEX movements_batch_id ON movements (batch_id, moved_at);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% only grows: its rows are never changed or removed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER movements_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON movements
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Applies a movement to its batch. Sold packs were reserved.
CREATE FUNCTION move_packs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE batches SET on_hand = on_hand + NEW.quantity,
        reserved = reserved + CASE WHEN NEW.kind = 'sold' THEN NEW.quantity ELSE 0 END
    WHERE id = NEW.batch_id;
    RETURN NULL;
END
$$;

CREATE TRIGGER movements_move AFTER INSERT ON movements FOR EACH ROW EXECUTE FUNCTION move_packs();

-- Refuses changes of on_hand outside of move_packs.
CREATE FUNCTION only_movements_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_trigger_depth() < 2 THEN
        RAISE EXCEPTION 'packs on hand change by movements' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER batches_move_by_movements BEFORE UPDATE OF on_hand ON batches
    FOR EACH ROW WHEN (OLD.on_hand <> NEW.on_hand) EXECUTE FUNCTION only_movements_move();

-- A recall ends the sale of a batch.
CREATE TABLE recalls (
    batch_id uuid PRIMARY KEY REFERENCES batches,
    -- The account of the staff member; null for a recall by SQL or by a program.
    actor_id uuid,
    reason text NOT NULL,
    recalled_at timestamptz NOT NULL DEFAULT now()
);

-- A reservation holds packs for an order, from checkout until the order is shipped or ends.
CREATE TABLE reservations (
    -- Chosen at checkout, before the order is placed.
    order_id uuid PRIMARY KEY,
    -- held and placed: packs are reserved. abandoned and cancelled: none are. shipped: they are sold.
    -- returned: some came back.
    state text NOT NULL DEFAULT 'held'
        CHECK (state IN ('held', 'placed', 'abandoned', 'cancelled', 'shipped', 'returned')),
    -- After this time the order service says if a held order was placed. Waiting orders are served in its order.
    finalize_by timestamptz NOT NULL,
    -- The order version of the newest event that arrived; 0 before the first.
    version bigint NOT NULL DEFAULT 0,
    -- The event that is applied once the order's lines are known. Events may arrive in any order.
    awaits text CONSTRAINT reservations_awaits CHECK (awaits IN ('shipped', 'returned')),
    -- The time at which the order was released for shipping. From then on, recalls leave its packs alone.
    released_at timestamptz,
    -- The lines that come back with `awaits`; empty for all.
    awaited_lines jsonb NOT NULL DEFAULT '[]',
    -- The order version whose lines are known; 0 for the lines at checkout.
    lines_version bigint NOT NULL DEFAULT 0,
    -- The order version of a pending correction. Its additional packs are reserved, and none is given back yet.
    change_version bigint,
    -- After this time the order service says if the correction was made.
    change_finalize_by timestamptz,
    -- True once the parcel is closed. Its packs are not exchanged for those of another order.
    is_packed boolean NOT NULL DEFAULT false,
    CONSTRAINT reservations_change CHECK ((change_version IS NULL) = (change_finalize_by IS NULL))
);
CREATE INDEX reservations_overdue ON reservations (finalize_by, order_id) WHERE state = 'held';
-- For the periodic task ended-reservations.
CREATE INDEX reservations_ended ON reservations (finalize_by) WHERE state IN ('abandoned', 'cancelled');
CREATE INDEX reservations_changes_overdue ON reservations (change_finalize_by, order_id)
    WHERE change_finalize_by IS NOT NULL AND state = 'placed';
-- The order service lists placed orders. Most reservations are of shipped ones.
CREATE INDEX reservations_placed ON reservations (order_id) WHERE state = 'placed';

-- A reservation takes packs from a batch. The row stays after the order is shipped, for recalls.
CREATE TABLE reserved_packs (
    order_id uuid NOT NULL REFERENCES reservations ON DELETE CASCADE,
    batch_id uuid NOT NULL REFERENCES batches,
    quantity integer NOT NULL CHECK (quantity > 0),
    -- The price of a pack in this order; 0 if unknown.
    price_paise bigint NOT NULL DEFAULT 0,
    -- The MRP of the batch.
    mrp_paise bigint,
    PRIMARY KEY (order_id, batch_id),
    -- Legal Metrology (Packaged Commodities) Rules 2011, 18(2): no pack is sold above its printed price.
    CONSTRAINT reserved_packs_within_mrp CHECK (price_paise <= mrp_paise),
    CONSTRAINT reserved_packs_mrp_of_batch FOREIGN KEY (batch_id, mrp_paise) REFERENCES batches (id, mrp_paise)
);
-- The orders of a recalled batch.
CREATE INDEX reserved_packs_batch_id ON reserved_packs (batch_id, order_id);
-- For the foreign key's check when a batch changes.
CREATE INDEX reserved_packs_batch_mrp ON reserved_packs (batch_id, mrp_paise);

-- A recall took packs of a batch from an order before it was shipped.
CREATE TABLE recalled_packs (
    batch_id uuid NOT NULL REFERENCES batches,
    order_id uuid NOT NULL,
    quantity integer NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (batch_id, order_id)
);

-- An order waits for packs that the shop sold and does not have.
CREATE TABLE oversold_packs (
    order_id uuid NOT NULL,
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL,
    -- The number of missing packs.
    quantity integer NOT NULL CHECK (quantity > 0),
    noticed_at timestamptz NOT NULL DEFAULT now(),
    -- The price of a pack in this order; 0 if unknown.
    price_paise bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (order_id, product_id, weight_in_grams)
);
-- The order of the office's list of missing packs.
CREATE INDEX oversold_packs_noticed ON oversold_packs (noticed_at, order_id, product_id, weight_in_grams);

-- Packs came back with an order. Staff inspect them before they are sold again.
CREATE TABLE returned_packs (
    order_id uuid NOT NULL,
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL,
    quantity integer NOT NULL CHECK (quantity > 0),
    -- The inspected packs that are for sale again.
    restocked integer NOT NULL DEFAULT 0 CHECK (restocked >= 0),
    -- The inspected packs that cannot be sold again.
    written_off integer NOT NULL DEFAULT 0 CHECK (written_off >= 0),
    returned_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (order_id, product_id, weight_in_grams),
    CONSTRAINT returned_packs_are_there CHECK (restocked + written_off <= quantity)
);
-- The packs that staff have not inspected, in the order of the office's list.
CREATE INDEX returned_packs_waiting ON returned_packs (returned_at, order_id, product_id, weight_in_grams)
    WHERE restocked + written_off < quantity;

-- A shopper asked for a mail, once, when a sold-out pack is back in stock.
CREATE TABLE stock_alerts (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL,
    email text NOT NULL CHECK (email = lower(email)),
    asked_at timestamptz NOT NULL DEFAULT now(),
    -- The time of the event that sends the mail; null while the shopper waits.
    told_at timestamptz,
    -- The version of the newest event of the alert; 0 before the first.
    version bigint NOT NULL DEFAULT 0,
    -- Also finds the alerts of an address, for its limit, its export and its erasure.
    CONSTRAINT stock_alerts_one_each UNIQUE (email, product_id, weight_in_grams),
    FOREIGN KEY (product_id, weight_in_grams) REFERENCES packs
);
-- For the periodic task stock-alerts, which visits each pack once.
CREATE INDEX stock_alerts_waiting ON stock_alerts (product_id, weight_in_grams, asked_at) WHERE told_at IS NULL;
-- For the periodic task old-stock-alerts.
CREATE INDEX stock_alerts_told_at ON stock_alerts (told_at) WHERE told_at IS NOT NULL;
CREATE INDEX stock_alerts_asked_at ON stock_alerts (asked_at);

-- The office's stock list shows each pack that the catalog lists, or that is still on hand.
CREATE VIEW stock_list AS
SELECT product_id, weight_in_grams, sku, product_name, product_state, price_paise, availability,
    product_state = 'published' AND availability = 'low' AS is_low,
    product_state = 'published' AND availability = 'sold_out' AS is_sold_out,
    EXISTS (
        SELECT FROM oversold_packs
        WHERE (oversold_packs.product_id, oversold_packs.weight_in_grams) = (packs.product_id, packs.weight_in_grams)
    ) AS is_missing,
    -- The text that a search looks in.
    lower(concat_ws(' ', product_name, weight_in_grams, 'g', sku, (
        SELECT string_agg(batch_number, ' ') FROM batches
        WHERE (batches.product_id, batches.weight_in_grams) = (packs.product_id, packs.weight_in_grams)))) AS words
FROM packs
WHERE product_state <> 'deleted' OR EXISTS (
    SELECT FROM batches
    WHERE (batches.product_id, batches.weight_in_grams) = (packs.product_id, packs.weight_in_grams) AND on_hand > 0);

-- The service added these samples to a new shop once.
CREATE TABLE planted (
    what text PRIMARY KEY,
    planted_at timestamptz NOT NULL DEFAULT now()
);
