-- Devices that have logged in to an account: they get in on a count of their own while strangers guess.
CREATE TABLE known_devices (
    account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- SHA-256 of the token; the token itself is nowhere but in the browser.
    token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
    -- Of the last login.
    last_used_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, token_hash)
);

CREATE INDEX known_devices_of_token ON known_devices (token_hash);
CREATE INDEX known_devices_last_used ON known_devices (last_used_at);
