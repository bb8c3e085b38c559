-- Lists

-- Converts a list, a string with a JSON list, or a single string to a list of trimmed texts without empty ones.
-- Any other value becomes an empty list.
CREATE FUNCTION text_list(form jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
    list jsonb := form;
    held jsonb;
BEGIN
    -- Most values are trimmed lists already.
    IF jsonb_typeof(form) = 'array'
        AND NOT jsonb_path_exists(form, 'strict $[*] ? (@.type() != "string" || @ like_regex "^\\s|^$|\\s$")') THEN
        RETURN form;
    END IF;
    IF jsonb_typeof(form) = 'string' THEN
        list := jsonb_build_array(form);
        BEGIN
            held := (form #>> '{}')::jsonb;
            IF jsonb_typeof(held) = 'array' AND NOT jsonb_path_exists(held, 'strict $[*] ? (@.type() != "string")') THEN
                list := held;
            END IF;
        EXCEPTION WHEN data_exception OR statement_too_complex THEN
            NULL; -- The string is not JSON, so it is a single text.
        END;
    END IF;
    IF jsonb_typeof(list) <> 'array' THEN
        RETURN '[]';
    END IF;
    RETURN (
        SELECT coalesce(jsonb_agg(trimmed ORDER BY place), '[]')
        FROM jsonb_array_elements(list) WITH ORDINALITY AS listed (entry, place),
            regexp_replace(entry #>> '{}', '^\s+|\s+$', '', 'g') AS trimmed
        WHERE jsonb_typeof(entry) = 'string' AND trimmed <> ''
    );
END
$$;

-- Converts the lists of a written product.
CREATE FUNCTION keep_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.photos := text_list(NEW.photos);
    NEW.ingredients := text_list(NEW.ingredients);
    NEW.benefits := text_list(NEW.benefits);
    NEW.other_names := text_list(NEW.other_names);
    NEW.concerns := text_list(NEW.concerns);
    RETURN NEW;
END
$$;

CREATE TRIGGER products_lists BEFORE INSERT OR UPDATE ON products
    FOR EACH ROW EXECUTE FUNCTION keep_lists();

-- Versions

-- Increases a product's version if the update changes anything.
CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.version := OLD.version;
    IF NEW IS DISTINCT FROM OLD THEN
        NEW.version := OLD.version + 1;
    END IF;
    RETURN NEW;
END
$$;

-- Triggers run in the order of their names, so this one compares converted lists.
CREATE TRIGGER products_version BEFORE UPDATE ON products
    FOR EACH ROW EXECUTE FUNCTION count_change();

-- Packs

-- Computes a pack's price in whole rupees, rounded half up. Both numbers are positive.
CREATE FUNCTION pack_price_rupees(base_price_rupees integer, price_factor integer) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
    SELECT (base_price_rupees::bigint * price_factor + 5000) / 10000
$$;

-- Writes and prices the packs of these products. No other code prices packs.
-- The deletion repeats the condition on packs, so that it reads only the packs of these products.
CREATE FUNCTION write_packs(changed uuid[]) RETURNS void LANGUAGE sql AS $$
    DELETE FROM packs USING products
    WHERE packs.product_id = ANY(changed) AND products.id = ANY(changed) AND product_id = products.id
      AND weight_in_grams NOT IN (
          SELECT weight_in_grams FROM pack_sizes WHERE pack_sizes.product_type = products.product_type);

    INSERT INTO packs (sku, product_id, weight_in_grams, price_paise, mrp_paise, tax_class)
    SELECT 'P' || lpad(number, greatest(length(number), 4), '0') || '-' || weight_in_grams, id, weight_in_grams,
        price * 100, (price + price * discount_percent / 100) * 100, tax_class
    FROM products
    JOIN pack_sizes USING (product_type),
        CAST(product_number AS text) AS number,
        pack_price_rupees(base_price_rupees, price_factor) AS price
    WHERE id = ANY(changed)
    ON CONFLICT (product_id, weight_in_grams)
    DO UPDATE SET price_paise = excluded.price_paise, mrp_paise = excluded.mrp_paise, tax_class = excluded.tax_class
    WHERE (packs.price_paise, packs.mrp_paise, packs.tax_class)
        <> (excluded.price_paise, excluded.mrp_paise, excluded.tax_class);
$$;

-- Writes the packs of written products, also if an operator writes them by SQL.
CREATE FUNCTION products_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM write_packs(ARRAY(SELECT id FROM written));
    RETURN NULL;
END
$$;

CREATE TRIGGER products_added AFTER INSERT ON products
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION products_written();

CREATE TRIGGER products_changed AFTER UPDATE ON products
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION products_written();

-- Search (docs/decisions/0009-search.md)

-- Lists a product's name and other names, in lower case, each cut to 200 characters.
CREATE FUNCTION search_names(product_name text, other_names jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(left(lower(name), 200))
    FROM (SELECT product_name UNION ALL SELECT jsonb_array_elements_text(other_names)) AS named (name)
$$;

-- Lists the words by which a product is found, in lower case, each cut to 100 characters.
-- services/catalog/src/search/words.rs has the same separators.
CREATE FUNCTION search_words(product_name text, hindi_name text, other_names jsonb, concerns jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT left(word, 100)), '{}')
    FROM (
        SELECT product_name UNION ALL SELECT hindi_name
        UNION ALL SELECT jsonb_array_elements_text(other_names) UNION ALL SELECT jsonb_array_elements_text(concerns)
    ) AS named (name), regexp_split_to_table(lower(name), '[\s,;:.!?/()&+''"_-]+') AS word
    WHERE word <> ''
$$;

-- Converts the words to a tsvector, for searches by prefix.
CREATE FUNCTION search_vector(product_name text, hindi_name text, other_names jsonb, concerns jsonb) RETURNS tsvector
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_to_tsvector(search_words(product_name, hindi_name, other_names, concerns))
$$;

-- Both indexes have no pending list, because every search would scan it.
CREATE INDEX products_search_names ON products USING gin (search_names(product_name, other_names))
    WITH (fastupdate = off) WHERE state = 'published';

CREATE INDEX products_search_vector ON products
    USING gin (search_vector(product_name, hindi_name, other_names, concerns))
    WITH (fastupdate = off) WHERE state = 'published';

-- Stores the words of written products.
CREATE FUNCTION keep_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Sorted, so that two writers cannot deadlock.
    INSERT INTO known_words
        SELECT DISTINCT word
        FROM written, unnest(search_words(product_name, hindi_name, other_names, concerns)) AS word ORDER BY word
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE TRIGGER products_added_words AFTER INSERT ON products
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_words();

CREATE TRIGGER products_changed_words AFTER UPDATE ON products
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_words();

-- Events

-- Encodes a whole number for protocol buffers: seven bits a byte, the lowest first.
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

-- Encodes shop.event.v2.CatalogChanged: product_id is field 1, a text of 36 bytes; version is field 2.
CREATE FUNCTION catalog_changed(product_id uuid, version bigint) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT '\x0a24'::bytea || convert_to(product_id::text, 'UTF8') || '\x10'::bytea || varint(version)
$$;

-- Writes an event for each product that is added, changed or deleted, also by an operator's SQL.
-- A later migration creates the outbox; PL/pgSQL looks it up at the first call.
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

-- History

-- Refuses changes of a history.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% only grows: its rows are never changed or removed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER product_changes_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON product_changes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER shop_changes_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON shop_changes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Photos

-- Lists the ids of uploaded photos that a text names.
CREATE FUNCTION named_photos(form text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT found[1]), '{}')
    FROM regexp_matches(form, '/photos/([0-9a-f]{32})-', 'g') AS found
$$;

CREATE INDEX products_named_photos ON products USING gin (named_photos(photos::text));

CREATE INDEX product_changes_named_photos ON product_changes USING gin (named_photos(fields::text));
