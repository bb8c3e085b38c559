-- no-transaction
-- Orders of which packs were taken back that are not paid back wholly: few, and found without the others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_returned_owed ON orders (placed_at, id)
    WHERE status = 'returned' AND returned_paise > refunded_paise + refunding_paise;
