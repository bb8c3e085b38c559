-- What staff write about an order, for each other.
CREATE TABLE order_notes (
    -- Made by the caller: sent again, it is the same note.
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES orders (id),
    text text NOT NULL CHECK (text <> ''),
    -- Who of the staff wrote it.
    staff_id uuid NOT NULL,
    written_at timestamptz NOT NULL DEFAULT now()
);

-- The notes on an order, newest first.
CREATE INDEX order_notes_order_id ON order_notes (order_id, written_at, id);
