-- `retry_at` of a mail in hand is the end of its claim, renewed while the mail server thinks; a holder that died is
-- followed by another.
ALTER TABLE mail_queue
    ADD COLUMN holder uuid,
    -- How often nobody learned whether the mail server took it.
    ADD COLUMN unknown_outcomes integer NOT NULL DEFAULT 0,
    -- Whether its code stands for the account already: the mail has the same one each time.
    ADD COLUMN has_code boolean NOT NULL DEFAULT false;
