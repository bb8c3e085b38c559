-- Each event leaves a dead row and a dead entry in each index of what waits. By default they stay until a fifth of a week of rows is
-- dead.
ALTER TABLE outbox SET (
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0
);
ALTER TABLE inbox_claims SET (
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0
);
