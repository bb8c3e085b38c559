-- Who works in the office, or did: nobody is removed, for the log names them.
CREATE TABLE staff (
    id uuid PRIMARY KEY,
    -- Trimmed and in lower case.
    email text NOT NULL CONSTRAINT staff_email_key UNIQUE,
    -- As colleagues see it.
    name text NOT NULL,
    role text NOT NULL CHECK (role IN ('owner', 'packer', 'support', 'accountant')),
    -- A PHC string of argon2id.
    password_hash text NOT NULL,
    -- AES-256-GCM under a key that is kept outside the database: 12 bytes of nonce, 20 of the secret, 16 of the tag.
    totp_secret bytea NOT NULL CHECK (octet_length(totp_secret) = 48),
    -- The latest time step whose code was taken (RFC 6238, 5.2): neither that code nor one before it is taken again.
    totp_step bigint NOT NULL,
    is_active boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    signed_in_at timestamptz
);

CREATE INDEX staff_name ON staff (name, id);

-- Those of whom at least one has to stay.
CREATE INDEX staff_owners ON staff (id) WHERE role = 'owner' AND is_active;

CREATE TABLE staff_invitations (
    -- Becomes the id of whoever accepts it.
    id uuid PRIMARY KEY,
    -- SHA-256 of the token, which is nowhere but in the link.
    token_hash bytea NOT NULL CONSTRAINT staff_invitations_token_key UNIQUE CHECK (octet_length(token_hash) = 32),
    -- Whom it is for; empty for the first owner's. One invitation an address: a new one takes the place of the old.
    email text NOT NULL CONSTRAINT staff_invitations_email_key UNIQUE,
    name text NOT NULL,
    role text NOT NULL CHECK (role IN ('owner', 'packer', 'support', 'accountant')),
    -- As in staff.
    totp_secret bytea NOT NULL CHECK (octet_length(totp_secret) = 48),
    expires_at timestamptz NOT NULL
);

CREATE INDEX staff_invitations_end ON staff_invitations (expires_at, id);

CREATE TABLE staff_sessions (
    -- SHA-256 of the token; the token itself is nowhere but in the browser.
    token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    staff_id uuid NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz NOT NULL DEFAULT now(),
    -- When password and code were shown last: when it began, or later.
    reauthenticated_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX staff_sessions_of_staff ON staff_sessions (staff_id);
CREATE INDEX staff_sessions_last_used ON staff_sessions (last_used_at);

-- Codes that stand in for the app's, each once.
CREATE TABLE staff_recovery_codes (
    staff_id uuid NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    -- HMAC-SHA-256 under the key of one-time codes.
    code_mac bytea NOT NULL CHECK (octet_length(code_mac) = 32),
    used_at timestamptz,
    PRIMARY KEY (staff_id, code_mac)
);
