CREATE TABLE accounts (
    id uuid PRIMARY KEY,
    -- Trimmed and in lower case.
    email text NOT NULL CONSTRAINT accounts_email_key UNIQUE,
    -- A PHC string of argon2id.
    password_hash text NOT NULL,
    mobile_number text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    password_changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
    -- SHA-256 of the token; the token itself is nowhere but in the browser.
    token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX sessions_of_account ON sessions (account_id);

-- One live code an account: a new one takes the place of the old.
CREATE TABLE one_time_codes (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- HMAC-SHA-256 under a key that is kept outside the database: a bare hash of six digits falls in milliseconds.
    code_mac bytea NOT NULL CHECK (octet_length(code_mac) = 32),
    wrong_tries integer NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL
);

-- How often something happened within a window. The key is an HMAC, so that no address can be read here.
CREATE TABLE counters (
    key bytea PRIMARY KEY,
    count integer NOT NULL,
    ends_at timestamptz NOT NULL
);

CREATE INDEX counters_end ON counters (ends_at);

-- Mails to be sent. A request for a code waits here also when no account has the address, so that the answer takes the
-- same time.
CREATE TABLE mail_queue (
    id uuid PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('one_time_code', 'password_changed')),
    email text NOT NULL,
    traceparent text,
    attempts integer NOT NULL DEFAULT 0,
    queued_at timestamptz NOT NULL DEFAULT now(),
    retry_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX mail_queue_due ON mail_queue (retry_at);
