-- What stock says of packs: whether a product is published without any, and up to which price a pack may be sold.
CREATE TABLE shelves (
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL CHECK (weight_in_grams > 0),
    is_sold_out boolean NOT NULL,
    -- The lowest price that is printed on packs that are there; 0 when there are none.
    lowest_mrp_paise bigint NOT NULL CHECK (lowest_mrp_paise >= 0),
    PRIMARY KEY (product_id, weight_in_grams)
);
