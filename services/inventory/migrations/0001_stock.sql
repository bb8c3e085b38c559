-- Dates on packs are those of the shop.
CREATE FUNCTION shop_today() RETURNS date LANGUAGE sql STABLE AS $$
    SELECT (now() AT TIME ZONE 'Asia/Kolkata')::date
$$;

-- The packs that somebody counted once. One that has no row can always be bought.
CREATE TABLE packs (
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL CHECK (weight_in_grams > 0),
    -- What events name.
    id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
    -- One that is not tracked can always be bought.
    is_tracked boolean NOT NULL DEFAULT true,
    -- When so many are left, or fewer, shoppers are told how many.
    low_at integer NOT NULL DEFAULT 10 CHECK (low_at >= 0),
    -- What the world was told last.
    availability text NOT NULL DEFAULT 'in_stock' CHECK (availability IN ('in_stock', 'low', 'sold_out')),
    -- How many can be bought; 0 unless the pack is low.
    left_when_low integer NOT NULL DEFAULT 0 CHECK ((availability = 'low') = (left_when_low > 0)),
    -- Counts what the world was told.
    version bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (product_id, weight_in_grams)
);
-- Most packs are simply in stock; the others are listed.
CREATE INDEX packs_not_in_stock ON packs (product_id, weight_in_grams) WHERE availability <> 'in_stock';

-- What was packed together.
CREATE TABLE batches (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL,
    batch_number text NOT NULL CHECK (length(batch_number) BETWEEN 1 AND 40),
    packed_on date NOT NULL,
    best_before date NOT NULL CHECK (best_before > packed_on),
    -- FSSAI has online shops deliver food with at least 30 % of its life, or 45 days, before it: the later of both is kept.
    last_sale_on date NOT NULL GENERATED ALWAYS AS
        (best_before - greatest(45, ((best_before - packed_on) * 3 + 9) / 10)) STORED,
    mrp_paise bigint NOT NULL CHECK (mrp_paise > 0),
    -- 0 when nobody said.
    cost_paise bigint NOT NULL CHECK (cost_paise >= 0),
    -- The sum of its movements, which alone change it.
    on_hand integer NOT NULL DEFAULT 0 CHECK (on_hand >= 0),
    -- Packs that orders wait for.
    reserved integer NOT NULL DEFAULT 0 CHECK (reserved >= 0),
    is_recalled boolean NOT NULL DEFAULT false,
    CONSTRAINT batches_reserved_are_there CHECK (reserved <= on_hand),
    CONSTRAINT batches_number_key UNIQUE (product_id, weight_in_grams, batch_number),
    FOREIGN KEY (product_id, weight_in_grams) REFERENCES packs
);
-- What can be sold of a pack. Whoever expired long ago is behind the end.
CREATE INDEX batches_sold ON batches (product_id, weight_in_grams, last_sale_on);
-- What a new day ends.
CREATE INDEX batches_last_sale_on ON batches (last_sale_on);

-- One for each order whose packs were ever kept for it.
CREATE TABLE reservations (
    -- Of the attempt: the order may not have been placed.
    order_id uuid PRIMARY KEY,
    -- Packs of orders that are 'held' or 'placed' are reserved; 'shipped' ones are sold, 'returned' ones are back.
    state text NOT NULL DEFAULT 'held'
        CHECK (state IN ('held', 'placed', 'abandoned', 'cancelled', 'shipped', 'returned')),
    -- Whether the order was placed is asked after this.
    settle_by timestamptz NOT NULL
);
-- Those to ask about.
CREATE INDEX reservations_overdue ON reservations (settle_by, order_id) WHERE state = 'held';

-- The packs of a reservation, by the batch they come from.
CREATE TABLE reserved_packs (
    order_id uuid NOT NULL REFERENCES reservations ON DELETE CASCADE,
    batch_id uuid NOT NULL REFERENCES batches,
    quantity integer NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (order_id, batch_id)
);
-- A recall asks who got packs of a batch.
CREATE INDEX reserved_packs_batch_id ON reserved_packs (batch_id, order_id);

-- Packs that were sold and are not there: only when the shop sold without asking, or forgot a reservation with its disk.
CREATE TABLE oversold_packs (
    order_id uuid NOT NULL,
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL,
    quantity integer NOT NULL CHECK (quantity > 0),
    noticed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (order_id, product_id, weight_in_grams)
);

-- Every change of what is there, with who and why.
CREATE TABLE movements (
    -- Chosen by whoever asks for it, so that a repeat is met.
    id uuid PRIMARY KEY,
    batch_id uuid NOT NULL REFERENCES batches,
    kind text NOT NULL CHECK (kind IN ('received', 'sold', 'adjusted', 'returned', 'written_off')),
    -- Packs, fewer when it is negative.
    quantity integer NOT NULL CHECK (quantity <> 0),
    order_id uuid CHECK ((order_id IS NOT NULL) = (kind IN ('sold', 'returned'))),
    -- The account of who did it; absent for the shop's programs.
    actor_id uuid,
    reason text NOT NULL DEFAULT '',
    moved_at timestamptz NOT NULL DEFAULT now(),
    CHECK (CASE WHEN kind IN ('received', 'returned') THEN quantity > 0
                WHEN kind IN ('sold', 'written_off') THEN quantity < 0 ELSE true END)
);
-- The ledger of a batch.
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

-- A pack that is sold was reserved before.
CREATE FUNCTION move_packs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE batches SET on_hand = on_hand + NEW.quantity,
        reserved = reserved + CASE WHEN NEW.kind = 'sold' THEN NEW.quantity ELSE 0 END
    WHERE id = NEW.batch_id;
    RETURN NULL;
END
$$;

CREATE TRIGGER movements_move AFTER INSERT ON movements FOR EACH ROW EXECUTE FUNCTION move_packs();

-- A movement is the only way to another number; as the rule for those who know no triggers.
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

-- Batches whose sale was stopped, with who and why.
CREATE TABLE recalls (
    batch_id uuid PRIMARY KEY REFERENCES batches,
    actor_id uuid,
    reason text NOT NULL,
    recalled_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE planted (
    what text PRIMARY KEY,
    planted_at timestamptz NOT NULL DEFAULT now()
);
