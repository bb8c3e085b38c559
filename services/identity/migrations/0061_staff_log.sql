-- Who of the staff asked for what. It only grows; what is older than three years goes.
CREATE TABLE staff_log (
    id uuid PRIMARY KEY,
    asked_at timestamptz NOT NULL DEFAULT now(),
    staff_id uuid NOT NULL REFERENCES staff (id),
    -- Of a service, such as MoveOrder, or SignIn.
    method text NOT NULL CHECK (method <> '' AND octet_length(method) <= 100),
    -- What it was about, such as an order's number; empty for a list.
    subject text NOT NULL CHECK (char_length(subject) <= 200)
);

CREATE INDEX staff_log_asked_at ON staff_log (asked_at, id);
CREATE INDEX staff_log_of_staff ON staff_log (staff_id, asked_at, id);
CREATE INDEX staff_log_subject ON staff_log (subject, asked_at, id) WHERE subject <> '';

CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.asked_at < now() - interval '3 years' THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION '% only grows: its rows are never changed, and removed after three years', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER staff_log_only_grows BEFORE UPDATE OR DELETE ON staff_log
    FOR EACH ROW EXECUTE FUNCTION refuse_log_change();

CREATE TRIGGER staff_log_is_never_emptied BEFORE TRUNCATE ON staff_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change();
