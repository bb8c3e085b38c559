-- Who of the staff changed a product, and how. What a product is called and says is no personal data; who works here is known by
-- an id alone.
CREATE TABLE product_changes (
    -- Without a foreign key: what was done outlives a product that an operator deletes.
    product_id uuid NOT NULL,
    -- The version that it led to.
    version bigint NOT NULL CHECK (version > 0),
    staff_id uuid NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    -- [{"field", "before", "after"}], texts each; lists a line an entry.
    fields jsonb NOT NULL CHECK (jsonb_typeof(fields) = 'array'),
    -- Absent where none was asked for.
    reason text CHECK (char_length(reason) BETWEEN 10 AND 500),
    PRIMARY KEY (product_id, version)
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% only grows: its rows are never changed or removed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER product_changes_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON product_changes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Claims for which somebody answers: the same words in the same field are not asked about again.
CREATE TABLE accepted_claims (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    -- The field of the product, of a list without the entry's number.
    field text NOT NULL,
    -- Which rule the words may break.
    rule text NOT NULL,
    words text NOT NULL,
    staff_id uuid NOT NULL,
    reason text NOT NULL CHECK (char_length(reason) BETWEEN 10 AND 500),
    accepted_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX accepted_claims_product_id ON accepted_claims (product_id);
