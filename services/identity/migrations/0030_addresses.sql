-- Where an account's parcels go, to be chosen at the checkout.
CREATE TABLE addresses (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    full_name text NOT NULL,
    mobile_number text NOT NULL,
    delivery_address text NOT NULL,
    pincode text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX addresses_account_id ON addresses (account_id, created_at, id);
