-- The list of stock: every pack of the catalog, and of those that it does not know any more what is left.
CREATE VIEW stock_list AS
SELECT product_id, weight_in_grams, sku, product_name, product_state, price_paise, availability,
    product_state = 'published' AND availability = 'low' AS is_low,
    product_state = 'published' AND availability = 'sold_out' AS is_sold_out,
    EXISTS (
        SELECT FROM oversold_packs
        WHERE (oversold_packs.product_id, oversold_packs.weight_in_grams) = (packs.product_id, packs.weight_in_grams)) AS is_missing,
    -- What it is looked for by.
    lower(concat_ws(' ', product_name, weight_in_grams, 'g', sku, (
        SELECT string_agg(batch_number, ' ') FROM batches
        WHERE (batches.product_id, batches.weight_in_grams) = (packs.product_id, packs.weight_in_grams)))) AS words
FROM packs
WHERE product_state <> 'deleted' OR EXISTS (
    SELECT FROM batches
    WHERE (batches.product_id, batches.weight_in_grams) = (packs.product_id, packs.weight_in_grams) AND on_hand > 0);
