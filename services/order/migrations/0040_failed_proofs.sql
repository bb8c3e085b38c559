-- Wrong mobile numbers for orders, counted for an hour. Whose and which is not told: a code under the service's key stands for it.
CREATE TABLE failed_proofs (
    -- Of an order's number, or of a mobile number.
    subject bytea PRIMARY KEY,
    failures integer NOT NULL CHECK (failures > 0),
    -- When the hour began.
    since timestamptz NOT NULL DEFAULT now()
);
-- What is cleared away.
CREATE INDEX failed_proofs_since ON failed_proofs (since);
