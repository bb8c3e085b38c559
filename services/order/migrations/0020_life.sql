-- Where an order stands. The version before this one, which serves meanwhile, writes none of these columns.
ALTER TABLE orders
    -- Counts the changes of its state.
    ADD COLUMN version integer NOT NULL DEFAULT 1,
    ADD COLUMN status text NOT NULL DEFAULT 'placed',
    -- Whose it is; absent when nobody was logged in.
    ADD COLUMN account_id uuid;

-- Not valid yet, so that the table is not read while it is locked; the next migration sees to it.
ALTER TABLE orders
    ADD CONSTRAINT orders_version CHECK (version > 0) NOT VALID,
    ADD CONSTRAINT orders_status CHECK (status IN (
        'placed', 'confirmed', 'packed', 'shipped', 'delivered', 'return_requested', 'returned', 'cancelled', 'came_back'
    )) NOT VALID;

-- Every change of an order's state, the placing first.
CREATE TABLE order_changes (
    order_id uuid NOT NULL REFERENCES orders (id),
    -- The order's version after the change.
    version integer NOT NULL CHECK (version > 0),
    -- Absent at the placing.
    from_status text CHECK ((from_status IS NULL) = (version = 1)),
    to_status text NOT NULL,
    actor text NOT NULL CHECK (actor IN ('shopper', 'staff', 'system')),
    -- The account of the shopper or of the member of staff.
    actor_id uuid,
    reason text NOT NULL DEFAULT '',
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (order_id, version)
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% only grows: its rows are never changed or removed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER order_changes_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON order_changes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The version before this one knows no changes: what it places gets its first one when it commits.
CREATE FUNCTION note_placing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO order_changes (order_id, version, to_status, actor, changed_at)
    VALUES (NEW.id, 1, NEW.status, 'shopper', NEW.placed_at)
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER orders_placing
    AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION note_placing();
