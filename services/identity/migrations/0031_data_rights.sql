-- Codes that prove that an account's address is its shopper's; they open no new password. One live code an account.
CREATE TABLE account_codes (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- HMAC-SHA-256 under the key of one-time codes.
    code_mac bytea NOT NULL CHECK (octet_length(code_mac) = 32),
    wrong_tries integer NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL
);

CREATE INDEX account_codes_end ON account_codes (expires_at);

-- What a shopper wants to see of themselves; the last request counts.
CREATE TABLE data_requests (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
    requested_at timestamptz NOT NULL DEFAULT now(),
    -- When every part was there, and a mail said so.
    completed_at timestamptz
);

CREATE INDEX data_requests_age ON data_requests (requested_at);

-- What each service keeps of them.
CREATE TABLE data_parts (
    request_id uuid NOT NULL REFERENCES data_requests (id) ON DELETE CASCADE,
    service text NOT NULL,
    part jsonb NOT NULL CHECK (jsonb_typeof(part) = 'object'),
    PRIMARY KEY (request_id, service)
);

-- Accounts that were deleted, until every service has erased what it kept of their shoppers.
CREATE TABLE erasures (
    account_id uuid PRIMARY KEY,
    email text NOT NULL,
    deleted_at timestamptz NOT NULL DEFAULT now()
);

-- The services that have.
CREATE TABLE erasure_reports (
    account_id uuid NOT NULL REFERENCES erasures (account_id) ON DELETE CASCADE,
    service text NOT NULL,
    PRIMARY KEY (account_id, service)
);
