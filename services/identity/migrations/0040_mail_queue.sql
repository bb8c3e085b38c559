-- Mails are jobs. What versions before those left in their queue is moved once; none that still runs writes to it, but they look
-- into it, so the table goes with the next release.
DO $$
BEGIN
    -- A new database has no jobs yet, and nothing in the queue.
    IF to_regclass('jobs') IS NOT NULL THEN
        WITH moved AS (DELETE FROM mail_queue RETURNING *)
        INSERT INTO jobs (id, kind, payload, traceparent, queued_at, attempts, unknown_outcomes)
        SELECT id, replace(kind, '_', '-'), jsonb_build_object('email', email, 'has_code', has_code), traceparent, queued_at,
          attempts, unknown_outcomes
        FROM moved;
    END IF;
END
$$;
