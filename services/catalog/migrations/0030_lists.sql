-- Imports bring lists as lists, as strings that hold a JSON list, and as single strings. Here each becomes a list of texts
-- without blanks around them; what is none of the three becomes an empty one.
CREATE FUNCTION text_list(form jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
    list jsonb := form;
    held jsonb;
BEGIN
    -- Most are lists already.
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
            NULL; -- It is no JSON, and so a single string.
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

-- A row from before the constraint may be larger than it allows, and stays so until somebody changes it.
ALTER TABLE products DROP CONSTRAINT products_size;

UPDATE products
SET photos = text_list(photos), ingredients = text_list(ingredients), benefits = text_list(benefits),
    other_names = text_list(other_names), concerns = text_list(concerns);

ALTER TABLE products ADD CONSTRAINT products_size CHECK (
    octet_length(product_name) + octet_length(hindi_name) + octet_length(tagline) + octet_length(description)
    + octet_length(photos::text) + octet_length(ingredients::text) + octet_length(benefits::text)
    + octet_length(other_names::text) + octet_length(concerns::text) + octet_length(how_to_use)
    + octet_length(cautions) + octet_length(storage) <= 60000
) NOT VALID;

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
