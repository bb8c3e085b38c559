-- Keys are forgotten by their age.
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
