-- Ten thousand products of names that resemble each other, with the texts, prices and packs of the samples.
CREATE TEMPORARY TABLE made AS
WITH samples AS (
    SELECT products.*, row_number() OVER (ORDER BY position) - 1 AS number, count(*) OVER () AS count FROM products
), generated AS (
    SELECT n,
        (ARRAY['Himalayan', 'Organic', 'Wild', 'Premium', 'Village', 'Sun-dried', 'Forest', 'Classic', 'Farm', 'Pure'])
            [1 + n % 10] AS origin,
        (ARRAY['Karela', 'Moringa', 'Ashwagandha', 'Jamun', 'Triphala', 'Tulsi', 'Amla', 'Shallaki', 'Neem', 'Giloy',
            'Brahmi', 'Shatavari', 'Haldi', 'Arjuna', 'Bhringraj', 'Vasaka', 'Punarnava', 'Gokshura', 'Manjistha', 'Mulethi',
            'Methi', 'Gurmar', 'Vijaysar', 'Kutki', 'Chirata', 'Bael', 'Baheda', 'Harad', 'Safed Musli', 'Kaunch',
            'Shankhpushpi', 'Jatamansi', 'Lodhra', 'Ashoka', 'Nagkesar', 'Pippali', 'Sonth', 'Ajwain', 'Jeera', 'Saunf'])
            [1 + n / 10 % 40] AS herb,
        (ARRAY['Powder', 'Churna', 'Leaf Powder', 'Root Powder', 'Seed Powder', 'Bark Powder', 'Flower Powder', 'Mix',
            'Blend', 'Tea', 'Granules', 'Fine Powder', 'Coarse Powder', 'Fruit Powder', 'Peel Powder', 'Stem Powder',
            'Herb Powder', 'Infusion', 'Panchang', 'Kwath', 'Extract Powder', 'Whole Powder', 'Digest Blend', 'Daily Blend',
            'Family Pack'])[1 + n / 400 % 25] AS form
    FROM generate_series(0, 9999) AS n
)
SELECT gen_random_uuid() AS id, samples.id AS sample_id, n, product.*,
    ARRAY(SELECT lower(name) FROM jsonb_array_elements_text(jsonb_build_array(made_name) || made_others) AS name) AS names,
    ARRAY(
        SELECT DISTINCT word
        FROM jsonb_array_elements_text(jsonb_build_array(made_name, hindi_name) || made_others || concerns) AS name,
            regexp_split_to_table(lower(name), '[\s-]+') AS word
        WHERE word <> ''
    ) AS words
FROM generated JOIN samples ON number = n % count, LATERAL (
    SELECT origin || ' ' || herb || ' ' || form AS made_name,
        jsonb_build_array(lower(herb || ' ' || form), lower(origin || ' ' || herb)) || other_names AS made_others
) AS product;

INSERT INTO products (id, position, state, product_name, hindi_name, tagline, product_type, base_price_rupees,
    discount_percent, photos, description, ingredients, benefits, other_names, concerns, how_to_use, cautions, storage,
    tax_class, hsn_code, search_names, search_vector)
SELECT made.id, 1000 + n, state, made_name, hindi_name, tagline, product_type, base_price_rupees,
    discount_percent, photos, description, ingredients, benefits, made_others, concerns, how_to_use, cautions, storage,
    tax_class, hsn_code, names, array_to_tsvector(words)
FROM made JOIN products ON products.id = sample_id;

INSERT INTO packs (sku, product_id, weight_in_grams, price_paise, mrp_paise, tax_class)
SELECT 'P' || product_number || '-' || weight_in_grams, made.id, weight_in_grams, price_paise, mrp_paise, packs.tax_class
FROM made JOIN products USING (id) JOIN packs ON packs.product_id = sample_id;

INSERT INTO known_words SELECT DISTINCT word FROM made, unnest(words) AS word ON CONFLICT DO NOTHING;

-- A CatalogChanged of each product, with its id and version 1.
INSERT INTO outbox (id, subject, aggregate_id, aggregate_version, occurred_at, payload)
SELECT gen_random_uuid(), 'shop.catalog.changed.v1', id, 1, now(), '\x0a24'::bytea || convert_to(id::text, 'UTF8') || '\x1001'
FROM made;

ANALYZE;
