-- What was planted in this shop, once: a sample that somebody deletes stays deleted.
CREATE TABLE planted (
    what text PRIMARY KEY,
    planted_at timestamptz NOT NULL DEFAULT now()
);

INSERT INTO planted (what) SELECT 'products' WHERE EXISTS (SELECT FROM products);
