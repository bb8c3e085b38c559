-- The latest version of an order by which its documents were decided. What a replica read before that decides nothing.
ALTER TABLE billed_orders ADD COLUMN version integer NOT NULL DEFAULT 0;
