-- True for a mail that only its own From and subject tie to the ticket. The version before writes none of these rows.
ALTER TABLE ticket_entries ADD COLUMN is_unverified boolean NOT NULL DEFAULT false;
