-- The packs of a type, each with its factor on the base price in ten-thousandths, the coarsest unit in which every factor
-- of the product specification's section 9 is exact: 1, 1.9 × 0.97, 2.6 × 0.988 and 2 × 0.65.
CREATE TABLE pack_sizes (
    product_type text NOT NULL CHECK (product_type IN ('box', 'pouch')),
    weight_in_grams integer NOT NULL CHECK (weight_in_grams > 0),
    price_factor integer NOT NULL CHECK (price_factor > 0),
    PRIMARY KEY (product_type, weight_in_grams)
);

INSERT INTO pack_sizes (product_type, weight_in_grams, price_factor)
VALUES ('box', 75, 10000), ('box', 100, 18430), ('box', 250, 25688), ('pouch', 100, 10000), ('pouch', 200, 13000);

-- In whole rupees, rounded half up; both numbers are positive.
CREATE FUNCTION pack_price_rupees(base_price_rupees integer, price_factor integer) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
    SELECT (base_price_rupees::bigint * price_factor + 5000) / 10000
$$;

-- What is sold: orders, stock and invoices refer to it.
CREATE TABLE packs (
    sku text PRIMARY KEY,
    product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    weight_in_grams integer NOT NULL CHECK (weight_in_grams > 0),
    price_paise bigint NOT NULL CHECK (price_paise > 0),
    -- The listed price, struck through beside the selling price.
    mrp_paise bigint NOT NULL CHECK (mrp_paise >= price_paise),
    -- How it is taxed; an accountant has to say.
    tax_class text NOT NULL DEFAULT 'unclassified',
    UNIQUE (product_id, weight_in_grams)
);

-- The only place that prices packs, whoever writes the products: this service, the version before it, an operator's SQL.
CREATE FUNCTION write_packs(changed uuid[]) RETURNS void LANGUAGE sql AS $$
    DELETE FROM packs USING products
    WHERE product_id = products.id AND products.id = ANY(changed)
      AND weight_in_grams NOT IN (
          SELECT weight_in_grams FROM pack_sizes WHERE pack_sizes.product_type = products.product_type);

    INSERT INTO packs (sku, product_id, weight_in_grams, price_paise, mrp_paise)
    SELECT 'P' || lpad(number, greatest(length(number), 4), '0') || '-' || weight_in_grams, id, weight_in_grams,
        price * 100, (price + price * discount_percent / 100) * 100
    FROM products
    JOIN pack_sizes USING (product_type),
        CAST(product_number AS text) AS number,
        pack_price_rupees(base_price_rupees, price_factor) AS price
    WHERE id = ANY(changed)
    ON CONFLICT (product_id, weight_in_grams)
    DO UPDATE SET price_paise = excluded.price_paise, mrp_paise = excluded.mrp_paise
    WHERE (packs.price_paise, packs.mrp_paise) <> (excluded.price_paise, excluded.mrp_paise);
$$;

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

DO $$ BEGIN PERFORM write_packs(ARRAY(SELECT id FROM products)); END $$;
