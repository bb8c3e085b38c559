-- Shoppers whose account was deleted and who have orders that are not over yet: those need their name and address a while.
CREATE TABLE erasures (
    account_id uuid PRIMARY KEY,
    email text NOT NULL,
    -- What was placed later is another's.
    until timestamptz NOT NULL
);

CREATE INDEX erasures_until ON erasures (until);

-- What happened stays; only what a shopper who is erased said about it goes.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND current_setting('shop.erasing', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION '% only grows: its rows are never changed or removed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;
