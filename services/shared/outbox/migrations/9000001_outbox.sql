-- Versions of this crate begin at 9,000,000, so that they never meet those of the service whose database it is in.

-- Events that were decided together with the data, until NATS has them, and a week longer for a replay.
CREATE TABLE outbox (
    id uuid PRIMARY KEY,
    subject text NOT NULL,
    payload bytea NOT NULL,
    -- Where the event belongs in its trace, as W3C's traceparent.
    traceparent text,
    created_at timestamptz NOT NULL DEFAULT now(),
    published_at timestamptz,
    -- Set when NATS will never take it; somebody has to look.
    parked_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    -- Not before this; an event that fails waits by itself and holds up no other.
    retry_at timestamptz NOT NULL DEFAULT now(),
    last_error text
);

CREATE INDEX outbox_waiting ON outbox (retry_at) WHERE published_at IS NULL AND parked_at IS NULL;
CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL;

-- Events that a consumer has handled.
CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    handled_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, event_id)
);
