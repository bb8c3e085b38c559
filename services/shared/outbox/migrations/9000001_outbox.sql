-- Versions of this crate begin at 9,000,000, so that they differ from those of the service with this database.

-- An event was decided together with the data. It stays until a week after NATS has it.
CREATE TABLE outbox (
    id uuid PRIMARY KEY,
    subject text NOT NULL,
    payload bytea NOT NULL,
    -- The trace that the event belongs to, in W3C's format.
    traceparent text,
    created_at timestamptz NOT NULL DEFAULT now(),
    published_at timestamptz,
    -- The time at which NATS refused the event for good. An operator must look at it.
    parked_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    -- The relay publishes the event from this time on. A failed event waits alone.
    retry_at timestamptz NOT NULL DEFAULT now(),
    last_error text,
    -- The record that changed, such as an order.
    aggregate_id uuid,
    -- The number of the change, from 1. The relay publishes the events of a record in this order.
    aggregate_version bigint,
    occurred_at timestamptz
) WITH (
    -- Each event leaves a dead row and dead index entries. By default they stay until a fifth of a week's rows is dead.
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0
);
CREATE INDEX outbox_waiting ON outbox (retry_at) WHERE published_at IS NULL AND parked_at IS NULL;
CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL;
-- The number and the age of unpublished events, for metrics.
CREATE INDEX outbox_unpublished ON outbox (created_at) WHERE published_at IS NULL;
-- Earlier versions of a record. The condition is worded unlike the others, so that PostgreSQL takes no other index.
-- With outdated statistics, another one reads all waiting events for each: 700 ms a batch instead of 1, if 10,000 wait.
CREATE INDEX outbox_aggregates ON outbox (aggregate_id, aggregate_version)
    WHERE coalesce(published_at, parked_at) IS NULL;

-- The relay stores what it last saw of its stream, to notice that the stream lost events.
CREATE TABLE outbox_streams (
    name text PRIMARY KEY,
    -- The time at which the server created the stream, in nanoseconds since 1970. A recreated stream has another one.
    made_at bigint,
    last_sequence bigint,
    -- While a replay runs: events published until this time are published again.
    replay_until timestamptz,
    -- The time at which the relay last found that the stream had lost events, for operators.
    lost_at timestamptz
);

-- A consumer has handled an event.
CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    handled_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, event_id)
);
-- For the periodic task inbox, which deletes rows of all consumers.
CREATE INDEX inbox_handled_at ON inbox (handled_at);

-- A consumer is handling an event. The claim expires unless its holder renews it, so no transaction stays open.
CREATE TABLE inbox_claims (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    -- The id of the delivery. The same program may get the event a second time.
    holder uuid NOT NULL,
    -- The end of the claim by the database's clock; -infinity between attempts.
    until timestamptz NOT NULL,
    -- The number of attempts whose effect is unknown.
    unknown_outcomes integer NOT NULL DEFAULT 0,
    -- The number of attempts, including those whose program died. Postponed attempts are not counted.
    attempts integer NOT NULL DEFAULT 0,
    PRIMARY KEY (consumer, event_id)
) WITH (
    -- Each claim leaves dead rows.
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0
);

-- The hourly reconciliation stores its last result: a row for the publisher's part, and one for the subscriber's.
CREATE TABLE reconciliations (
    name text PRIMARY KEY,
    differences bigint NOT NULL,
    looked_at timestamptz NOT NULL DEFAULT now()
);

-- The program raised the versions of its records after the database was restored at this time.
CREATE TABLE restores (
    restored_at timestamptz PRIMARY KEY
);
