-- For one sweep of what all consumers handled.
CREATE INDEX inbox_handled_at ON inbox (handled_at);
