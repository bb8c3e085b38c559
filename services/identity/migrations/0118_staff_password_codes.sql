-- Codes for new passwords of staff, one a person: mailed, and of use with a code of the authenticator app alone.
CREATE TABLE staff_password_codes (
    staff_id uuid PRIMARY KEY REFERENCES staff (id) ON DELETE CASCADE,
    -- HMAC-SHA-256 under the key of one-time codes.
    code_mac bytea NOT NULL CHECK (octet_length(code_mac) = 32),
    expires_at timestamptz NOT NULL,
    -- A code dies after too many.
    tries integer NOT NULL DEFAULT 0
);

CREATE INDEX staff_password_codes_end ON staff_password_codes (expires_at);
