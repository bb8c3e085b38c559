-- A pack without a batch is sold out, whoever named it first. `is_tracked` is read by the version before only.
ALTER TABLE packs ALTER COLUMN availability SET DEFAULT 'sold_out';

-- What the catalog says of a pack: so that stock lists each pack of each product, and names those that it sells no more.
ALTER TABLE packs
    -- Empty while the catalog has not named the pack.
    ADD COLUMN sku text NOT NULL DEFAULT '',
    ADD COLUMN product_name text NOT NULL DEFAULT '',
    -- How far the product is; a pack that the catalog does not name any more is deleted.
    ADD COLUMN product_state text NOT NULL DEFAULT 'unknown',
    -- What the pack is sold at; 0 while it is not on sale.
    ADD COLUMN price_paise bigint NOT NULL DEFAULT 0,
    -- Whether the catalog is to be told how the pack stands.
    ADD COLUMN is_report_due boolean NOT NULL DEFAULT true;

-- No row breaks them, for all have the defaults; the table is not read while it is locked.
ALTER TABLE packs
    ADD CONSTRAINT packs_product_state
        CHECK (product_state IN ('unknown', 'draft', 'published', 'archived', 'deleted')) NOT VALID,
    ADD CONSTRAINT packs_price CHECK (price_paise >= 0) NOT VALID;

-- The catalog's list as it was last read: one row.
CREATE TABLE catalog_list (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    version text NOT NULL
);
