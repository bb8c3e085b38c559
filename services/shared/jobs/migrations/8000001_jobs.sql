-- Versions of this crate begin at 8,000,000, so that they differ from those of the service with this database.

-- A job is work that a transaction decided on and a worker does later. Finished jobs are deleted.
CREATE TABLE jobs (
    id uuid PRIMARY KEY,
    kind text NOT NULL,
    -- The input of the work, and notes of an attempt for the next one.
    payload jsonb NOT NULL,
    -- The trace that the job belongs to, in W3C's format.
    traceparent text,
    queued_at timestamptz NOT NULL DEFAULT now(),
    -- The job is due at this time. For a claimed job, its lease ends then.
    run_at timestamptz NOT NULL DEFAULT now(),
    -- The time at which run_at was set. If it is in the future, the clock was set back.
    set_at timestamptz NOT NULL DEFAULT now(),
    -- The id of the attempt that has the job; null between attempts.
    holder uuid,
    attempts integer NOT NULL DEFAULT 0,
    -- The number of attempts whose effect is unknown.
    unknown_outcomes integer NOT NULL DEFAULT 0,
    -- The time at which the job was given up. A periodic task deletes it after 30 days.
    dead_at timestamptz,
    dead_reason text,
    CHECK ((dead_at IS NULL) = (dead_reason IS NULL))
) WITH (
    -- Each job leaves several dead rows: it is claimed, renewed and deleted.
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0
);
CREATE INDEX jobs_due ON jobs (run_at) WHERE dead_at IS NULL;
CREATE INDEX jobs_set ON jobs (set_at) WHERE dead_at IS NULL;
CREATE INDEX jobs_dead ON jobs (dead_at) WHERE dead_at IS NOT NULL;

-- A periodic task is work that one replica does when it is due.
CREATE TABLE periodic_tasks (
    name text PRIMARY KEY,
    -- The task is due at this time. While a replica runs it, the lease ends then.
    due_at timestamptz NOT NULL DEFAULT now(),
    -- The replica that runs the task; null between runs.
    holder uuid,
    -- The time of the last success; at first, the time at which the row was added.
    succeeded_at timestamptz NOT NULL DEFAULT now(),
    -- The period, for operators; null until the first run.
    every_seconds double precision
);
