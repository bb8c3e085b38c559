-- Money that goes from one account to another; a row is never changed or removed. What caused it makes it the same entry when it is
-- booked again.
CREATE TABLE ledger_entries (
    id uuid PRIMARY KEY,
    -- The day in India.
    booked_on date NOT NULL,
    debit_account text NOT NULL CHECK (debit_account ~ '^[a-z_]+(:[a-z0-9_.%]+)?$'),
    credit_account text NOT NULL CHECK (credit_account ~ '^[a-z_]+(:[a-z0-9_.%]+)?$'),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    cause text NOT NULL CHECK (cause IN ('document', 'payment', 'received_payment', 'refund', 'settlement', 'correction')),
    cause_id text NOT NULL,
    -- Which of the entries of its cause it is.
    part text NOT NULL,
    order_number text NOT NULL DEFAULT '',
    recorded_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT ledger_entries_cause UNIQUE (cause, cause_id, part),
    CONSTRAINT ledger_entries_accounts CHECK (credit_account <> debit_account)
);

CREATE INDEX ledger_entries_day ON ledger_entries (booked_on, id);

CREATE FUNCTION refuse_entry_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% only grows: what was booked is never changed or removed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER ledger_entries_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_change();
