CREATE TABLE messages (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL,
    phone text NOT NULL,
    subject text NOT NULL
        CHECK (subject IN ('general inquiry', 'product information', 'order status', 'other')),
    message text NOT NULL,
    received_at timestamptz NOT NULL
);
