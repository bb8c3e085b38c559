-- HMAC-SHA-256 of the account or mobile number that caused a mail; absent where the mail has no sender. A stranger who orders to
-- another shopper's mailbox must not use up what that shopper's own orders need. The version before writes and reads none.
ALTER TABLE recipient_mails ADD COLUMN sender bytea;
