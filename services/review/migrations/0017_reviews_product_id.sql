-- no-transaction
-- What was written about a product, by whatever name it went, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reviews_product_id
    ON reviews (product_id, created_at DESC, id DESC) WHERE product_id IS NOT NULL;
