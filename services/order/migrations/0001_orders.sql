CREATE TABLE orders (
    id uuid PRIMARY KEY,
    order_number text NOT NULL CONSTRAINT orders_order_number_key UNIQUE,
    full_name text NOT NULL,
    email text NOT NULL,
    mobile_number text NOT NULL,
    delivery_address text NOT NULL,
    pincode text NOT NULL,
    total_paise bigint NOT NULL CHECK (total_paise > 0),
    -- No payment provider is called yet, so nothing else is ever true.
    payment_status text NOT NULL DEFAULT 'pending' CHECK (payment_status IN ('pending')),
    placed_at timestamptz NOT NULL
);

CREATE TABLE order_lines (
    order_id uuid NOT NULL REFERENCES orders (id),
    line_number integer NOT NULL CHECK (line_number BETWEEN 1 AND 50),
    product_id uuid NOT NULL,
    product_name text NOT NULL,
    weight_in_grams integer NOT NULL CHECK (weight_in_grams > 0),
    quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
    unit_price_paise bigint NOT NULL CHECK (unit_price_paise > 0),
    PRIMARY KEY (order_id, line_number)
);

-- Claimed before the order is written, in the same transaction: the second of two simultaneous submits waits here.
CREATE TABLE idempotency_keys (
    key text PRIMARY KEY,
    payload_hash bytea NOT NULL,
    order_id uuid NOT NULL REFERENCES orders (id) DEFERRABLE INITIALLY DEFERRED,
    created_at timestamptz NOT NULL DEFAULT now()
);
