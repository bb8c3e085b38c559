-- What an event is about, and which of its states: a relay publishes no later version before an earlier one. Absent in what
-- older versions wrote.
ALTER TABLE outbox
    ADD COLUMN aggregate_id uuid,
    ADD COLUMN aggregate_version bigint,
    ADD COLUMN occurred_at timestamptz;

-- Its condition is worded as no other index's is: on a table whose statistics are old, PostgreSQL would take another one of
-- those for what waits, and read all of it for each event (10,000 events: 700 ms a batch instead of 1).
CREATE INDEX outbox_aggregates ON outbox (aggregate_id, aggregate_version)
    WHERE coalesce(published_at, parked_at) IS NULL;

-- For its sweep.
CREATE INDEX inbox_handled ON inbox (consumer, handled_at);
