-- What the relay saw of its stream when it looked last, so that a stream that was made anew, or went back to an older
-- state, is noticed.
CREATE TABLE outbox_streams (
    name text PRIMARY KEY,
    -- When the server made it, in nanoseconds since 1970: the stream's identity.
    made_at bigint,
    last_sequence bigint,
    -- While set, events published until then are being put back, to be published again.
    replay_until timestamptz
);

-- What waits, for its depth and age: without this, they are counted among a week of published events.
CREATE INDEX outbox_unpublished ON outbox (created_at) WHERE published_at IS NULL;
