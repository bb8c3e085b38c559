-- Unconfirmed orders whose shopper was told that they are about to end.
CREATE TABLE expiry_warnings (
    order_id uuid PRIMARY KEY REFERENCES orders (id),
    warned_at timestamptz NOT NULL DEFAULT now()
);
