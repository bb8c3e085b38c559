CREATE TABLE products (
    id uuid PRIMARY KEY,
    -- Where it stands in the shop's lists.
    position integer NOT NULL,
    product_name text NOT NULL UNIQUE,
    hindi_name text NOT NULL,
    tagline text NOT NULL,
    product_type text NOT NULL CHECK (product_type IN ('box', 'pouch')),
    -- Whole rupees for the lightest pack; the other packs follow from it.
    base_price_rupees integer NOT NULL CHECK (base_price_rupees BETWEEN 1 AND 20000),
    discount_percent integer NOT NULL CHECK (discount_percent BETWEEN 0 AND 90),
    photos jsonb NOT NULL,
    description text NOT NULL,
    -- A list, a string that holds a JSON list, or a single string, as imports bring them.
    ingredients jsonb NOT NULL,
    benefits jsonb NOT NULL,
    other_names jsonb NOT NULL,
    concerns jsonb NOT NULL,
    how_to_use text NOT NULL,
    cautions text NOT NULL,
    storage text NOT NULL
);

CREATE INDEX products_position ON products (position, id);
