-- Writers change their reviews. The version before writes none of these columns.
ALTER TABLE reviews
    -- Counts its changes, from 1.
    ADD COLUMN version integer NOT NULL DEFAULT 1,
    ADD COLUMN edited_at timestamptz,
    -- The product that its name meant when it was written; none when nobody knew.
    ADD COLUMN product_id uuid,
    -- Whether its writer got a pack of the product. It stays so when the pack is sent back later.
    ADD COLUMN is_verified boolean NOT NULL DEFAULT false;
