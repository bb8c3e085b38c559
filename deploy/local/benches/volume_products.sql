-- Ten thousand products of names that resemble each other, with the texts of the samples.
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
INSERT INTO products (id, position, product_name, hindi_name, tagline, product_type, base_price_rupees, discount_percent,
    photos, description, ingredients, benefits, other_names, concerns, how_to_use, cautions, storage)
SELECT md5('product ' || n)::uuid, 1000 + n, origin || ' ' || herb || ' ' || form, hindi_name, tagline, product_type,
    99 + n % 500, n % 40, photos, description, ingredients, benefits,
    jsonb_build_array(lower(herb || ' ' || form), lower(origin || ' ' || herb)) || other_names, concerns,
    how_to_use, cautions, storage
FROM generated JOIN samples ON number = n % count;

ANALYZE;
