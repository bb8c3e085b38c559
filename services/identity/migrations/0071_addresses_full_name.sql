-- no-transaction
-- Whoever of the staff knows a part of the name. What waits to be entered is read by every search, so that little of it waits.
CREATE INDEX CONCURRENTLY IF NOT EXISTS addresses_full_name ON addresses USING gin (lower(full_name) gin_trgm_ops)
    WITH (gin_pending_list_limit = 256);
