-- Why somebody booked an entry by hand, and who: what the entry itself does not say.
CREATE TABLE corrections (
    id uuid PRIMARY KEY,
    -- Of an entry, which no statement can remove; a key to it would only answer a TRUNCATE before its trigger does.
    entry_id uuid NOT NULL UNIQUE,
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 300),
    staff_id uuid,
    posted_at timestamptz NOT NULL DEFAULT now()
);

CREATE TRIGGER corrections_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON corrections
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_change();
