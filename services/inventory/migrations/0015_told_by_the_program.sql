-- The program tells itself what shoppers see of the packs that it reserves, once for all orders that it reserves together; then
-- nothing is told here. Whoever does not say so, such as the version before, is told for.
CREATE OR REPLACE FUNCTION batches_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('inventory.tells', true) = 'off' THEN
        RETURN NULL;
    END IF;
    PERFORM tell_stock(array_agg(product_id), array_agg(weight_in_grams))
    FROM (SELECT DISTINCT product_id, weight_in_grams FROM written) AS touched;
    RETURN NULL;
END
$$;
