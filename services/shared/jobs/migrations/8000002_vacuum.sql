-- Each job leaves several dead rows: it is claimed, renewed and removed.
ALTER TABLE jobs SET (
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0
);
