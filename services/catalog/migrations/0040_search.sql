-- What the search looks through (docs/decisions/0009-search.md). The extension is a trusted one: the owner of the database
-- may make it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- What a product is called, in lower case. Longer names than anybody may search for are cut.
CREATE FUNCTION search_names(product_name text, other_names jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(left(lower(name), 200))
    FROM (SELECT product_name UNION ALL SELECT jsonb_array_elements_text(other_names)) AS named (name)
$$;

-- The words of everything that a product is found by, in lower case.
CREATE FUNCTION search_words(product_name text, hindi_name text, other_names jsonb, concerns jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT left(word, 100)), '{}')
    FROM (
        SELECT product_name UNION ALL SELECT hindi_name
        UNION ALL SELECT jsonb_array_elements_text(other_names) UNION ALL SELECT jsonb_array_elements_text(concerns)
    ) AS named (name), regexp_split_to_table(lower(name), '[\s,;:.!?/()&+''"_-]+') AS word
    WHERE word <> ''
$$;

CREATE FUNCTION search_vector(product_name text, hindi_name text, other_names jsonb, concerns jsonb) RETURNS tsvector
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_to_tsvector(search_words(product_name, hindi_name, other_names, concerns))
$$;

-- Without a list of pending entries, which every search would read from end to end.
CREATE INDEX products_search_names ON products USING gin (search_names(product_name, other_names))
    WITH (fastupdate = off) WHERE state = 'published';

CREATE INDEX products_search_vector ON products
    USING gin (search_vector(product_name, hindi_name, other_names, concerns))
    WITH (fastupdate = off) WHERE state = 'published';

-- Every word that a product was ever found by: misspelt ones are looked up here, among some thousands of words, and not
-- among all products. A word that no product has any more finds nothing.
CREATE TABLE known_words (word text PRIMARY KEY);

CREATE INDEX known_words_alike ON known_words USING gist (word gist_trgm_ops (siglen = 64));

CREATE FUNCTION keep_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- In one order, so that two writers never wait for each other.
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

INSERT INTO known_words
    SELECT DISTINCT word
    FROM products, unnest(search_words(product_name, hindi_name, other_names, concerns)) AS word;
