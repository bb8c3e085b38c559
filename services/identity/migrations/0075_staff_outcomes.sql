-- What came of what staff asked for, written when it is known: a row an entry of the log. It only grows, and goes with its entry.
CREATE TABLE staff_log_outcomes (
    log_id uuid PRIMARY KEY REFERENCES staff_log (id) ON DELETE CASCADE,
    outcome text NOT NULL CHECK (outcome IN ('done', 'refused', 'unknown')),
    -- The code with which it was refused, or lost; empty when it was done.
    reason text NOT NULL CHECK (octet_length(reason) <= 60),
    noted_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION refuse_outcome_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The key to the log removes it, by a trigger of its own, with an entry that is old enough.
    IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% only grows: its rows are never changed, and removed with their entries', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER staff_log_outcomes_only_grow BEFORE UPDATE OR DELETE ON staff_log_outcomes
    FOR EACH ROW EXECUTE FUNCTION refuse_outcome_change();

CREATE TRIGGER staff_log_outcomes_are_never_emptied BEFORE TRUNCATE ON staff_log_outcomes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_outcome_change();
