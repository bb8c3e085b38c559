-- no-transaction
-- Reviews whose product is not known, by the name that they have: a product's page shows them, and the sweep looks for their product.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reviews_without_product
    ON reviews (lower(product_name), created_at DESC, id DESC) WHERE product_id IS NULL;
