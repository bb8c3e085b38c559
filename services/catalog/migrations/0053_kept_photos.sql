-- Photos that were uploaded. Those that nothing names some days later are removed; the row says so from then on, that nothing names
-- them any more.
CREATE TABLE kept_photos (
    id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
    -- When it is looked whether anything names it.
    due_at timestamptz NOT NULL,
    removed_at timestamptz,
    -- Whether its files are removed, too.
    is_gone boolean NOT NULL DEFAULT false,
    CHECK (removed_at IS NOT NULL OR NOT is_gone)
);

CREATE INDEX kept_photos_due ON kept_photos (due_at) WHERE removed_at IS NULL;
CREATE INDEX kept_photos_condemned ON kept_photos (removed_at) WHERE removed_at IS NOT NULL AND NOT is_gone;

-- The photos that a text names anywhere: what a product says, and what its history tells of it.
CREATE FUNCTION named_photos(form text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT found[1]), '{}')
    FROM regexp_matches(form, '/photos/([0-9a-f]{32})-', 'g') AS found
$$;
