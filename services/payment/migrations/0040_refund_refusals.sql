-- The words of the provider's last refusal of a refund that is still wanted; and the time at which the provider was asked last to send it.
ALTER TABLE refunds
    ADD COLUMN refusal text NOT NULL DEFAULT '',
    ADD COLUMN asked_at timestamptz;
