-- Parts of names, for searches by staff. The role that owns the database may create it: PostgreSQL trusts this extension.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Shoppers

-- An account lets a shopper log in.
CREATE TABLE accounts (
    id uuid PRIMARY KEY,
    -- Trimmed and in lower case.
    email text NOT NULL UNIQUE,
    -- A PHC string of argon2id.
    password_hash text NOT NULL,
    -- Ten digits.
    mobile_number text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    password_changed_at timestamptz NOT NULL DEFAULT now(),
    -- The time at which a code proved that the email address is the shopper's. Services match data by proven addresses only.
    email_proven_at timestamptz
);

-- Staff list the newest shoppers, and find shoppers by mobile number.
CREATE INDEX accounts_created_at ON accounts (created_at, id);
CREATE INDEX accounts_mobile_number ON accounts (mobile_number, created_at, id);

-- A session keeps a shopper's browser logged in.
CREATE TABLE sessions (
    -- SHA-256 of the token. Only the browser has the token itself.
    token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX sessions_of_account ON sessions (account_id);
-- A periodic task deletes idle sessions, and those past their maximum age.
CREATE INDEX sessions_last_used ON sessions (last_used_at);
CREATE INDEX sessions_created ON sessions (created_at);

-- A known device has logged in to an account. It has a limit of its own while strangers guess passwords.
CREATE TABLE known_devices (
    account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- SHA-256 of the token. Only the browser has the token itself.
    token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
    -- The time of the last login.
    last_used_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, token_hash)
);

CREATE INDEX known_devices_of_token ON known_devices (token_hash);
CREATE INDEX known_devices_last_used ON known_devices (last_used_at);

-- A one-time code lets a shopper set a new password. A new code replaces the account's previous one.
CREATE TABLE one_time_codes (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- HMAC-SHA-256 with a key outside the database, because a plain hash of six digits can be guessed in milliseconds.
    code_mac bytea NOT NULL CHECK (octet_length(code_mac) = 32),
    wrong_tries integer NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL
);

CREATE INDEX one_time_codes_expires_at ON one_time_codes (expires_at);

-- An account code proves that the account's email address is its shopper's. A new code replaces the previous one.
CREATE TABLE account_codes (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- HMAC-SHA-256 with the key of one-time codes.
    code_mac bytea NOT NULL CHECK (octet_length(code_mac) = 32),
    wrong_tries integer NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL
);

CREATE INDEX account_codes_end ON account_codes (expires_at);

-- An email change waits until a code proves the new address. A new change replaces the account's previous one.
CREATE TABLE email_changes (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- The new address, trimmed and in lower case.
    email text NOT NULL,
    -- HMAC-SHA-256 with the key of one-time codes.
    code_mac bytea NOT NULL CHECK (octet_length(code_mac) = 32),
    wrong_tries integer NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL
);

CREATE INDEX email_changes_end ON email_changes (expires_at);

-- An address receives a shopper's parcels. The shopper chooses it at the checkout.
CREATE TABLE addresses (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    full_name text NOT NULL,
    mobile_number text NOT NULL,
    delivery_address text NOT NULL,
    pincode text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- True for the address with which a checkout begins.
    is_default boolean NOT NULL DEFAULT false
);

CREATE INDEX addresses_account_id ON addresses (account_id, created_at, id);
-- An account has one default address.
CREATE UNIQUE INDEX addresses_default ON addresses (account_id) WHERE is_default;
-- Staff find shoppers by part of a name. The pending list, in kB, is short because each search scans it.
CREATE INDEX addresses_full_name ON addresses USING gin (lower(full_name) gin_trgm_ops)
    WITH (gin_pending_list_limit = 256);

-- A counter counts the events of a rate limit within a window.
CREATE TABLE counters (
    -- HMAC-SHA-256 of the limit and its subject, so that the table reveals no address.
    key bytea PRIMARY KEY,
    count integer NOT NULL,
    -- The end of the window.
    ends_at timestamptz NOT NULL
);

CREATE INDEX counters_end ON counters (ends_at);

-- Personal data

-- A data request asks all services for a shopper's data. A new request replaces the account's previous one.
CREATE TABLE data_requests (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
    requested_at timestamptz NOT NULL DEFAULT now(),
    -- The time at which the last part arrived and a mail was queued.
    completed_at timestamptz
);

CREATE INDEX data_requests_age ON data_requests (requested_at);

-- A data part holds the data of one service about the shopper of a request.
CREATE TABLE data_parts (
    request_id uuid NOT NULL REFERENCES data_requests (id) ON DELETE CASCADE,
    service text NOT NULL,
    part jsonb NOT NULL CHECK (jsonb_typeof(part) = 'object'),
    PRIMARY KEY (request_id, service)
);

-- An erasure tracks a deleted account until every service has erased its shopper's data.
CREATE TABLE erasures (
    account_id uuid PRIMARY KEY,
    email text NOT NULL,
    deleted_at timestamptz NOT NULL DEFAULT now(),
    -- True if a code had proved the address. Services match data by proven addresses only.
    email_is_proven boolean NOT NULL DEFAULT false
);

-- An erasure report says that a service has erased its data.
CREATE TABLE erasure_reports (
    account_id uuid NOT NULL REFERENCES erasures (account_id) ON DELETE CASCADE,
    service text NOT NULL,
    PRIMARY KEY (account_id, service)
);

-- Staff

-- A staff member works in the office, or did. Rows are never deleted, because the log names them.
CREATE TABLE staff (
    id uuid PRIMARY KEY,
    -- Trimmed and in lower case.
    email text NOT NULL UNIQUE,
    -- The name shown to colleagues.
    name text NOT NULL,
    role text NOT NULL CHECK (role IN ('owner', 'packer', 'support', 'accountant')),
    -- A PHC string of argon2id.
    password_hash text NOT NULL,
    -- AES-256-GCM with a key outside the database: 12 bytes of nonce, 20 of the secret, 16 of the tag.
    totp_secret bytea NOT NULL CHECK (octet_length(totp_secret) = 48),
    -- The latest time step whose code was used. Codes of this and earlier steps are refused (RFC 6238, 5.2).
    totp_step bigint NOT NULL,
    -- False for a former staff member.
    is_active boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The time of the last sign-in.
    signed_in_at timestamptz
);

CREATE INDEX staff_name ON staff (name, id);
-- The shop keeps at least one active owner.
CREATE INDEX staff_owners ON staff (id) WHERE role = 'owner' AND is_active;

-- An invitation lets a person become a staff member. A new invitation replaces the address's previous one.
CREATE TABLE staff_invitations (
    -- The staff member's later id. A former staff member keeps the earlier id.
    id uuid PRIMARY KEY,
    -- SHA-256 of the token. Only the link has the token itself.
    token_hash bytea NOT NULL CONSTRAINT staff_invitations_token_key UNIQUE CHECK (octet_length(token_hash) = 32),
    -- The invited address; empty for the first owner.
    email text NOT NULL UNIQUE,
    -- The invited person's name; empty if unknown.
    name text NOT NULL,
    role text NOT NULL CHECK (role IN ('owner', 'packer', 'support', 'accountant')),
    -- As in staff.
    totp_secret bytea NOT NULL CHECK (octet_length(totp_secret) = 48),
    expires_at timestamptz NOT NULL
);

CREATE INDEX staff_invitations_end ON staff_invitations (expires_at, id);

-- An accepted invitation lets a browser that lost the response repeat the acceptance for ten minutes.
CREATE TABLE accepted_staff_invitations (
    -- As in staff_invitations.
    token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    staff_id uuid NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    accepted_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX accepted_staff_invitations_age ON accepted_staff_invitations (accepted_at);
CREATE INDEX accepted_staff_invitations_of_staff ON accepted_staff_invitations (staff_id);

-- A staff session keeps a staff member's browser signed in.
CREATE TABLE staff_sessions (
    -- SHA-256 of the token. Only the browser has the token itself.
    token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    staff_id uuid NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz NOT NULL DEFAULT now(),
    -- The last time that password and app code were verified. 1970 if the session began otherwise.
    reauthenticated_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX staff_sessions_of_staff ON staff_sessions (staff_id);
CREATE INDEX staff_sessions_last_used ON staff_sessions (last_used_at);

-- A recovery code replaces one code of the authenticator app.
CREATE TABLE staff_recovery_codes (
    staff_id uuid NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    -- HMAC-SHA-256 with the key of one-time codes.
    code_mac bytea NOT NULL CHECK (octet_length(code_mac) = 32),
    used_at timestamptz,
    PRIMARY KEY (staff_id, code_mac)
);

-- A password code is mailed to a staff member. With an app or recovery code, it sets a new password.
CREATE TABLE staff_password_codes (
    staff_id uuid PRIMARY KEY REFERENCES staff (id) ON DELETE CASCADE,
    -- HMAC-SHA-256 with the key of one-time codes.
    code_mac bytea NOT NULL CHECK (octet_length(code_mac) = 32),
    expires_at timestamptz NOT NULL,
    -- Every try counts, right or wrong.
    tries integer NOT NULL DEFAULT 0
);

CREATE INDEX staff_password_codes_end ON staff_password_codes (expires_at);

-- A log entry records a call of a staff member. Triggers refuse updates, and deletions before three years.
CREATE TABLE staff_log (
    id uuid PRIMARY KEY,
    asked_at timestamptz NOT NULL DEFAULT now(),
    staff_id uuid NOT NULL REFERENCES staff (id),
    -- A method of a service, such as TransitionOrder, or a session's action, such as SignIn.
    method text NOT NULL CHECK (method <> '' AND octet_length(method) <= 100),
    -- The subject, such as an order's number; empty for a list.
    subject text NOT NULL CHECK (char_length(subject) <= 200),
    -- The id of the single thing that the call's token is valid for; empty if it is the subject.
    about text NOT NULL DEFAULT ''
);

CREATE INDEX staff_log_asked_at ON staff_log (asked_at, id);
CREATE INDEX staff_log_of_staff ON staff_log (staff_id, asked_at, id);
CREATE INDEX staff_log_subject ON staff_log (upper(subject), asked_at, id) WHERE subject <> '';

-- Refuses changes of the log, and deletions of entries younger than three years.
CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.asked_at < now() - interval '3 years' THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION '% only grows: its rows are never changed, and removed after three years', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER staff_log_only_grows BEFORE UPDATE OR DELETE ON staff_log
    FOR EACH ROW EXECUTE FUNCTION refuse_log_change();

CREATE TRIGGER staff_log_is_never_emptied BEFORE TRUNCATE ON staff_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change();

-- An outcome says how a logged call ended. Triggers refuse changes; it is deleted with its log entry.
CREATE TABLE staff_log_outcomes (
    log_id uuid PRIMARY KEY REFERENCES staff_log (id) ON DELETE CASCADE,
    outcome text NOT NULL CHECK (outcome IN ('done', 'refused', 'unknown')),
    -- The code of the refusal or failure; empty if the call succeeded.
    reason text NOT NULL CHECK (octet_length(reason) <= 60),
    noted_at timestamptz NOT NULL DEFAULT now(),
    -- The numbers and ids that a list showed.
    shown text[] NOT NULL DEFAULT '{}'
);

-- Refuses changes of outcomes, and deletions without their log entry.
CREATE FUNCTION refuse_outcome_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The foreign key deletes the outcome of a deleted log entry, by a trigger of its own.
    IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% only grows: its rows are never changed, and removed with their entries', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER staff_log_outcomes_only_grow BEFORE UPDATE OR DELETE ON staff_log_outcomes
    FOR EACH ROW EXECUTE FUNCTION refuse_outcome_change();

CREATE TRIGGER staff_log_outcomes_are_never_emptied BEFORE TRUNCATE ON staff_log_outcomes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_outcome_change();
