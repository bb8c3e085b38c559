-- The shop itself: one row, for there is one shop. What a field may say is decided in Rust; it is read and written whole.
CREATE TABLE shop (
    is_the_only_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_only_one),
    version integer NOT NULL CHECK (version > 0),
    -- The facts that a new shop begins with, under which no shop may sell.
    is_sample boolean NOT NULL,
    facts jsonb NOT NULL CHECK (jsonb_typeof(facts) = 'object'),
    -- A refused change carries the shop in a header, of which all together may have 16 KiB.
    CONSTRAINT shop_size CHECK (octet_length(facts::text) <= 9000)
);

-- Who of the staff changed it, and what it said from then on: what a shop called itself on the day of an order can be looked up.
CREATE TABLE shop_changes (
    version integer PRIMARY KEY CHECK (version > 0),
    -- Absent where a new shop began with it.
    staff_id uuid,
    changed_at timestamptz NOT NULL DEFAULT now(),
    fields text[] NOT NULL,
    facts jsonb NOT NULL CHECK (jsonb_typeof(facts) = 'object')
);

CREATE TRIGGER shop_changes_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON shop_changes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
