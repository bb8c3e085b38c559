-- Packs that came back with orders. They are on no shelf before somebody of the shop has looked at them.
CREATE TABLE returned_packs (
    order_id uuid NOT NULL,
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL,
    quantity integer NOT NULL CHECK (quantity > 0),
    -- How many of them are for sale again, and how many never will be.
    restocked integer NOT NULL DEFAULT 0 CHECK (restocked >= 0),
    written_off integer NOT NULL DEFAULT 0 CHECK (written_off >= 0),
    returned_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (order_id, product_id, weight_in_grams),
    CONSTRAINT returned_packs_are_there CHECK (restocked + written_off <= quantity)
);
-- Those that nobody has looked at.
CREATE INDEX returned_packs_waiting ON returned_packs (returned_at, order_id, product_id, weight_in_grams)
    WHERE restocked + written_off < quantity;

-- Which packs come back, when that is heard of before the order's lines; empty for all of them.
ALTER TABLE reservations ADD COLUMN awaited_lines jsonb NOT NULL DEFAULT '[]';
