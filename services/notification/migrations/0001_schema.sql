-- The service counted a mail to an address that a shopper typed, which may be a stranger's.
CREATE TABLE recipient_mails (
    -- The kind of mail.
    mail text NOT NULL,
    -- HMAC-SHA-256 of the mailbox, under a key outside the database. Guests and accounts have separate values.
    recipient bytea NOT NULL CHECK (octet_length(recipient) = 32),
    -- The event that caused the mail. Retries are not counted again.
    event_id uuid NOT NULL,
    -- A periodic task deletes rows older than a day.
    counted_at timestamptz NOT NULL DEFAULT now(),
    -- HMAC-SHA-256 of the account or mobile number that caused the mail; null if unknown.
    sender bytea,
    PRIMARY KEY (mail, recipient, event_id)
);
CREATE INDEX recipient_mails_age ON recipient_mails (counted_at);
