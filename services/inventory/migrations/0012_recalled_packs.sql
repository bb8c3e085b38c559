-- Since when an order may leave the house: a recall counts its packs among those that left.
ALTER TABLE reservations ADD COLUMN released_at timestamptz;

-- What orders were to get of a batch when it was recalled, before they left the house.
CREATE TABLE recalled_packs (
    batch_id uuid NOT NULL REFERENCES batches,
    order_id uuid NOT NULL,
    quantity integer NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (batch_id, order_id)
);
