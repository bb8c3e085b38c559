CREATE TABLE reviews (
    id uuid PRIMARY KEY,
    -- The account that wrote it, never shown; none for the samples of a new shop.
    account_id uuid,
    name text NOT NULL,
    product_name text NOT NULL,
    review text NOT NULL,
    rating_tenths smallint NOT NULL CHECK (rating_tenths BETWEEN 0 AND 50),
    created_at timestamptz NOT NULL DEFAULT now(),
    is_sample boolean NOT NULL DEFAULT false,
    CHECK (is_sample OR account_id IS NOT NULL)
);

CREATE INDEX reviews_newest ON reviews (created_at DESC, id DESC);

CREATE INDEX reviews_newest_of_product ON reviews (lower(product_name), created_at DESC, id DESC);
