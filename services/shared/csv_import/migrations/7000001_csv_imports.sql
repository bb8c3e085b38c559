-- Versions of this crate begin at 7,000,000, so that they never meet those of the service whose database it is in.

-- Files of rows that staff bring in. One is forgotten after thirty days, and its content with its end.
CREATE TABLE csv_imports (
    -- Chosen by whoever brings it in, so that a repeat is met.
    id uuid PRIMARY KEY,
    kind text NOT NULL,
    -- Who of the staff brought it in.
    staff_id uuid NOT NULL,
    is_dry_run boolean NOT NULL,
    -- A repeat has the same; SHA-256.
    content_digest bytea NOT NULL CHECK (length(content_digest) = 32),
    -- There while it waits or is read.
    content bytea,
    state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'checked', 'applied', 'refused', 'failed')),
    rows_total integer NOT NULL DEFAULT 0 CHECK (rows_total >= 0),
    rows_done integer NOT NULL DEFAULT 0 CHECK (rows_done BETWEEN 0 AND rows_total),
    rows_wrong integer NOT NULL DEFAULT 0 CHECK (rows_wrong >= 0),
    -- The first hundred, in the order of the file: line, column and message of each.
    errors jsonb NOT NULL DEFAULT '[]',
    started_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    CHECK ((state = 'running') = (content IS NOT NULL)),
    CHECK ((state = 'running') = (finished_at IS NULL))
);

-- Those that wait or are read, and what is cleared away.
CREATE INDEX csv_imports_running ON csv_imports (started_at) WHERE state = 'running';
CREATE INDEX csv_imports_started_at ON csv_imports (started_at);
