-- Addresses that accounts are to have, each until a code proves it. One an account: a new one takes the place of the old.
CREATE TABLE email_changes (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- Trimmed and in lower case, as in accounts.
    email text NOT NULL,
    -- HMAC-SHA-256 under the key of one-time codes.
    code_mac bytea NOT NULL CHECK (octet_length(code_mac) = 32),
    wrong_tries integer NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL
);

CREATE INDEX email_changes_end ON email_changes (expires_at);
