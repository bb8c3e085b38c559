-- A million reviews of ten thousand products. The trigger that counts each is spared the work, and all are counted at once.
ALTER TABLE reviews DISABLE TRIGGER count_product_rating;

INSERT INTO reviews (id, account_id, name, product_name, review, rating_tenths, created_at)
SELECT gen_random_uuid(), gen_random_uuid(), 'Shopper ' || n % 5000,
    (ARRAY['Himalayan', 'Organic', 'Wild', 'Premium', 'Village', 'Sun-dried', 'Forest', 'Classic', 'Farm', 'Pure'])
        [1 + n % 10] || ' ' ||
    (ARRAY['Karela', 'Moringa', 'Ashwagandha', 'Jamun', 'Triphala', 'Tulsi', 'Amla', 'Shallaki', 'Neem', 'Giloy',
        'Brahmi', 'Shatavari', 'Haldi', 'Arjuna', 'Bhringraj', 'Vasaka', 'Punarnava', 'Gokshura', 'Manjistha', 'Mulethi',
        'Methi', 'Gurmar', 'Vijaysar', 'Kutki', 'Chirata', 'Bael', 'Baheda', 'Harad', 'Safed Musli', 'Kaunch',
        'Shankhpushpi', 'Jatamansi', 'Lodhra', 'Ashoka', 'Nagkesar', 'Pippali', 'Sonth', 'Ajwain', 'Jeera', 'Saunf'])
        [1 + n / 10 % 40] || ' ' ||
    (ARRAY['Powder', 'Churna', 'Leaf Powder', 'Root Powder', 'Seed Powder', 'Bark Powder', 'Flower Powder', 'Mix',
        'Blend', 'Tea', 'Granules', 'Fine Powder', 'Coarse Powder', 'Fruit Powder', 'Peel Powder', 'Stem Powder',
        'Herb Powder', 'Infusion', 'Panchang', 'Kwath', 'Extract Powder', 'Whole Powder', 'Digest Blend', 'Daily Blend',
        'Family Pack'])[1 + n / 400 % 25],
    'Good quality, arrived well packed. I have used it for some weeks now and will order it again. ' || n,
    (n % 51)::smallint, now() - n * interval '30 seconds'
FROM generate_series(0, 999999) AS n;

INSERT INTO ratings_by_name (product_name, review_count, rating_tenths_sum)
SELECT lower(product_name), count(*), sum(rating_tenths) FROM reviews WHERE product_id IS NULL AND NOT is_sample GROUP BY 1
ON CONFLICT (product_name) DO UPDATE
SET review_count = excluded.review_count, rating_tenths_sum = excluded.rating_tenths_sum;

ALTER TABLE reviews ENABLE TRIGGER count_product_rating;

ANALYZE;
