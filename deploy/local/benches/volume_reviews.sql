-- A million reviews of the ten thousand products of volume_products.sql.
INSERT INTO reviews (id, account_id, name, product_name, review, rating_tenths, created_at, product_id)
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
    (n % 51)::smallint, now() - n * interval '30 seconds', md5('product ' || n % 10000)::uuid
FROM generate_series(0, 999999) AS n;
