-- A product is taxed in one way, whatever its packs weigh.
ALTER TABLE products
    ADD COLUMN tax_class text NOT NULL DEFAULT 'unclassified',
    -- When somebody last answered for claims in its texts; what they answer for counts as a change of the product.
    ADD COLUMN claims_accepted_at timestamptz,
    ADD CONSTRAINT products_tax_class
        CHECK (tax_class IN ('unclassified', 'gst_0', 'gst_5', 'gst_12', 'gst_18')) NOT VALID;

-- Packs have what their product has, those too that come with another type.
CREATE OR REPLACE FUNCTION write_packs(changed uuid[]) RETURNS void LANGUAGE sql AS $$
    DELETE FROM packs USING products
    WHERE packs.product_id = ANY(changed) AND products.id = ANY(changed) AND product_id = products.id
      AND weight_in_grams NOT IN (
          SELECT weight_in_grams FROM pack_sizes WHERE pack_sizes.product_type = products.product_type);

    INSERT INTO packs (sku, product_id, weight_in_grams, price_paise, mrp_paise, tax_class)
    SELECT 'P' || lpad(number, greatest(length(number), 4), '0') || '-' || weight_in_grams, id, weight_in_grams,
        price * 100, (price + price * discount_percent / 100) * 100, tax_class
    FROM products
    JOIN pack_sizes USING (product_type),
        CAST(product_number AS text) AS number,
        pack_price_rupees(base_price_rupees, price_factor) AS price
    WHERE id = ANY(changed)
    ON CONFLICT (product_id, weight_in_grams)
    DO UPDATE SET price_paise = excluded.price_paise, mrp_paise = excluded.mrp_paise, tax_class = excluded.tax_class
    WHERE (packs.price_paise, packs.mrp_paise, packs.tax_class)
        <> (excluded.price_paise, excluded.mrp_paise, excluded.tax_class);
$$;
