ALTER TABLE idempotency_keys
    -- Who sent the key; empty when nobody knows, as the version before this one never did.
    ADD COLUMN caller text NOT NULL DEFAULT '',
    -- How the payload was put into its hash.
    ADD COLUMN payload_form smallint NOT NULL DEFAULT 1;

-- The table holds a week, so this lock is short.
ALTER TABLE idempotency_keys
    DROP CONSTRAINT idempotency_keys_pkey,
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (key, caller);
