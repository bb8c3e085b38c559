-- Who is handling what right now. A claim is kept with the shop's clock, the database's, and lapses unless its holder
-- renews it, so that no transaction stays open while a mail server thinks.
CREATE TABLE inbox_claims (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    -- Of one delivery, not of a program: the same program may be given an event a second time.
    holder uuid NOT NULL,
    -- Free for whoever comes next when this is past.
    until timestamptz NOT NULL,
    -- How often nobody learned whether the effect was made.
    unknown_outcomes integer NOT NULL DEFAULT 0,
    PRIMARY KEY (consumer, event_id)
);
