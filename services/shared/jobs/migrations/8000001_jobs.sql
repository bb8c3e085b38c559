-- Versions of this crate begin at 8,000,000, so that they never meet those of the service whose database it is in.

-- Work that was decided together with the data and happens later. A job that is done is removed.
CREATE TABLE jobs (
    id uuid PRIMARY KEY,
    kind text NOT NULL,
    -- What the work needs to know, and what an attempt noted for the next one.
    payload jsonb NOT NULL,
    -- Where the job belongs in its trace, as W3C's traceparent.
    traceparent text,
    queued_at timestamptz NOT NULL DEFAULT now(),
    -- Not before this; of a job in hand, the end of its lease.
    run_at timestamptz NOT NULL DEFAULT now(),
    -- When `run_at` was set: if that lies ahead, the clock was set back.
    set_at timestamptz NOT NULL DEFAULT now(),
    -- Of one attempt, not of a program. One whose lease lapsed died with the job in hand.
    holder uuid,
    attempts integer NOT NULL DEFAULT 0,
    -- How often nobody learned whether the job had its effect.
    unknown_outcomes integer NOT NULL DEFAULT 0,
    -- Set when it is given up, for somebody to look at; kept for thirty days.
    dead_at timestamptz,
    dead_reason text,
    CHECK ((dead_at IS NULL) = (dead_reason IS NULL))
);

CREATE INDEX jobs_due ON jobs (run_at) WHERE dead_at IS NULL;
CREATE INDEX jobs_set ON jobs (set_at) WHERE dead_at IS NULL;
CREATE INDEX jobs_dead ON jobs (dead_at) WHERE dead_at IS NOT NULL;

-- Work that comes again, a row each: who of all replicas does it, and when it is due.
CREATE TABLE sweeps (
    name text PRIMARY KEY,
    -- While somebody sweeps, the end of the lease.
    due_at timestamptz NOT NULL DEFAULT now(),
    holder uuid,
    -- When it went through last, or was first heard of.
    succeeded_at timestamptz NOT NULL DEFAULT now()
);
