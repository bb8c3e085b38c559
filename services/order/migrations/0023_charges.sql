-- What an order costs beside its lines. The order's total is the sum of both.
CREATE TABLE order_charges (
    order_id uuid NOT NULL REFERENCES orders (id),
    kind text NOT NULL CHECK (kind IN ('delivery', 'cod_fee')),
    -- As the shopper reads it.
    label text NOT NULL,
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    PRIMARY KEY (order_id, kind)
);
