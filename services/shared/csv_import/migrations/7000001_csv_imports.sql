-- Versions of this crate begin at 7,000,000, so that they differ from those of the service with this database.

-- A staff member imports a CSV file. A periodic task deletes the row after thirty days.
CREATE TABLE csv_imports (
    -- The client chooses it, and repeats it in a retry.
    id uuid PRIMARY KEY,
    kind text NOT NULL,
    staff_id uuid NOT NULL,
    is_dry_run boolean NOT NULL,
    -- SHA-256 of the content. A retry has the same one.
    content_digest bytea NOT NULL CHECK (length(content_digest) = 32),
    -- The file; null once the import has ended.
    content bytea,
    -- running: waits or runs. checked: a dry run without errors. refused: the file has errors. failed: not completed.
    -- Rows are written only if applied.
    state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'checked', 'applied', 'refused', 'failed')),
    -- 0 before the rows are counted.
    rows_total integer NOT NULL DEFAULT 0 CHECK (rows_total >= 0),
    rows_done integer NOT NULL DEFAULT 0 CHECK (rows_done BETWEEN 0 AND rows_total),
    rows_wrong integer NOT NULL DEFAULT 0 CHECK (rows_wrong >= 0),
    -- Line, column and message of the first hundred errors, in the order of the file.
    errors jsonb NOT NULL DEFAULT '[]',
    started_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    CHECK ((state = 'running') = (content IS NOT NULL)),
    CHECK ((state = 'running') = (finished_at IS NULL))
);
CREATE INDEX csv_imports_running ON csv_imports (started_at) WHERE state = 'running';
-- For the periodic task old-csv-imports.
CREATE INDEX csv_imports_started_at ON csv_imports (started_at);
