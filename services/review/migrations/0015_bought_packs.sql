-- The packs that accounts got delivered, as the order service tells of them.
CREATE TABLE bought_packs (
    order_id uuid NOT NULL,
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL CHECK (weight_in_grams > 0),
    account_id uuid NOT NULL,
    -- As it was called when it was ordered.
    product_name text NOT NULL,
    delivered_at timestamptz NOT NULL,
    -- Whether it went back: then it verifies no further review.
    is_returned boolean NOT NULL,
    -- The version of the order that this was told of.
    order_version integer NOT NULL,
    -- The review that it verifies.
    review_id uuid UNIQUE REFERENCES reviews ON DELETE SET NULL,
    PRIMARY KEY (order_id, product_id, weight_in_grams)
);

CREATE INDEX bought_packs_account_id ON bought_packs (account_id);
