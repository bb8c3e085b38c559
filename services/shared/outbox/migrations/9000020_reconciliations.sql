-- When the relay last found that the stream had lost events, for a person who looks at the server a day later.
ALTER TABLE outbox_streams ADD COLUMN lost_at timestamptz;

-- The result of the last hourly reconciliation: a row for the publisher's half, one for the subscriber's.
CREATE TABLE reconciliations (
    name text PRIMARY KEY,
    differences bigint NOT NULL,
    looked_at timestamptz NOT NULL DEFAULT now()
);

-- The restores after which the program raised its versions.
CREATE TABLE restores (
    restored_at timestamptz PRIMARY KEY
);
