-- Whoever writes products, the world is told: each row of the outbox becomes a message on NATS.

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

-- shop.event.v2.CatalogChanged: product_id is field 1, a text of 36 bytes; version is field 2.
CREATE FUNCTION catalog_changed(product_id uuid, version bigint) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT '\x0a24'::bytea || convert_to(product_id::text, 'UTF8') || '\x10'::bytea || varint(version)
$$;

-- Late bound: the outbox comes with migrations of its own.
CREATE FUNCTION tell_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO outbox (id, subject, aggregate_id, aggregate_version, occurred_at, payload)
            SELECT gen_random_uuid(), 'shop.catalog.changed.v2', id, version, now(), catalog_changed(id, version)
            FROM written;
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO outbox (id, subject, aggregate_id, aggregate_version, occurred_at, payload)
            SELECT gen_random_uuid(), 'shop.catalog.changed.v2', id, written.version, now(),
                catalog_changed(id, written.version)
            FROM written LEFT JOIN before USING (id) WHERE written.version IS DISTINCT FROM before.version;
    ELSE
        INSERT INTO outbox (id, subject, aggregate_id, aggregate_version, occurred_at, payload)
            SELECT gen_random_uuid(), 'shop.catalog.changed.v2', id, version + 1, now(),
                catalog_changed(id, version + 1)
            FROM before;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER products_added_told AFTER INSERT ON products
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tell_changes();

CREATE TRIGGER products_changed_told AFTER UPDATE ON products
    REFERENCING OLD TABLE AS before NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tell_changes();

CREATE TRIGGER products_deleted_told AFTER DELETE ON products
    REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION tell_changes();
