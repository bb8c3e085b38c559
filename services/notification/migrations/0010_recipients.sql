-- Which mails went to an address that somebody typed, for a day: whoever types a stranger's must not be able to fill the
-- stranger's mailbox. The address itself is not kept.
CREATE TABLE recipient_mails (
    mail text NOT NULL,
    -- HMAC-SHA-256 of the address under a key that is kept outside the database.
    recipient bytea NOT NULL CHECK (octet_length(recipient) = 32),
    event_id uuid NOT NULL,
    counted_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (mail, recipient, event_id)
);

CREATE INDEX recipient_mails_age ON recipient_mails (counted_at);
