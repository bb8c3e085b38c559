-- Who of the staff set a rate, and when; none for those that the program came with.
ALTER TABLE tax_rates
    ADD COLUMN staff_id uuid,
    ADD COLUMN set_at timestamptz NOT NULL DEFAULT now();

-- Documents were made by them: another rate follows, and none is changed.
CREATE TRIGGER tax_rates_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON tax_rates
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Orders whose sale has no document yet because a code of their goods has no rate; one is gone once it is issued.
CREATE TABLE waiting_documents (
    order_id uuid PRIMARY KEY,
    -- The code as the products have it; empty for products without one.
    hsn text NOT NULL,
    since timestamptz NOT NULL DEFAULT now()
);
