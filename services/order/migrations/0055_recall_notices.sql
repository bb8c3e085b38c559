-- The mails to shoppers whose orders hold packs of a recalled batch, once for an order and a batch. Whom a mail goes to stands in the
-- order alone.
CREATE TABLE recall_notices (
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES orders (id),
    -- The inventory's id of the batch.
    batch_id uuid NOT NULL,
    -- As printed on the packs.
    batch_number text NOT NULL CHECK (batch_number <> ''),
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL CHECK (weight_in_grams > 0),
    quantity integer NOT NULL CHECK (quantity > 0),
    -- Why it is recalled, as shoppers read it.
    reason text NOT NULL CHECK (reason <> ''),
    -- Who of the staff asked for the mail.
    staff_id uuid NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (order_id, batch_id)
);
