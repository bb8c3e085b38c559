-- Orders number $1 to $2: three years of a shop, most of them delivered, some still open. Customers come back about five times. The
-- cash of the last 300,000 that were delivered is not remitted yet.
WITH number AS (
    SELECT n, gen_random_uuid() AS id, now() - (1000001 - n) * interval '95 seconds' AS placed_at, n / 5 * 7919 % 200003 AS customer
    FROM generate_series($1::integer, $2::integer) AS n
), customer AS (
    SELECT n, id, placed_at, customer,
        (ARRAY['Asha','Ravi','Meena','Kiran','Hansa','Vijay','Sunita','Imran','Fatima','Arjun','Lakshmi','Deepak','Pooja','Rahul',
            'Anjali','Sanjay','Kavita','Manoj','Rekha','Suresh'])[1 + customer % 20]
        || ' ' ||
        (ARRAY['Patel','Shah','Desai','Mehta','Joshi','Sharma','Verma','Singh','Khan','Iyer','Nair','Reddy','Das','Ghosh','Kulkarni',
            'Chavan','Solanki','Parmar','Trivedi','Bhatt'])[1 + customer / 20 % 20] AS full_name,
        CASE WHEN n > 1000000 - 600 THEN 'placed' WHEN n > 1000000 - 900 THEN 'confirmed' WHEN n > 1000000 - 1100 THEN 'packed'
             WHEN n > 1000000 - 4000 THEN 'shipped' WHEN n % 50 = 0 THEN 'cancelled' ELSE 'delivered' END AS status
    FROM number
), placed AS (
    INSERT INTO orders (id, order_number, full_name, email, mobile_number, delivery_address, pincode, total_paise, payment_status,
        placed_at, version, status, payment_method)
    SELECT id, 'BENCH-' || lpad(n::text, 7, '0'), full_name, 'customer' || customer || '@example.com',
        '9' || lpad((customer * 4783)::text, 9, '0'), '12 Ring Road, Surat', (110001 + customer % 4000)::text, 24900,
        CASE WHEN status = 'delivered' AND n <= 1000000 - 310000 THEN 'paid' ELSE 'pending' END, placed_at,
        CASE status WHEN 'placed' THEN 1 WHEN 'confirmed' THEN 2 WHEN 'packed' THEN 3 WHEN 'shipped' THEN 4 WHEN 'cancelled' THEN 2
             ELSE 5 END, status, 'cash_on_delivery'
    FROM customer
    RETURNING id, status, payment_status, total_paise, placed_at
), sent AS (
    INSERT INTO parcels (order_id, carrier, tracking_number, tracking_url)
    SELECT placed.id, (ARRAY['India Post', 'Delhivery', 'DTDC', 'Blue Dart'])[1 + n % 4], 'EM' || n, ''
    FROM placed JOIN number ON number.id = placed.id WHERE status IN ('shipped', 'delivered')
), remitted AS (
    INSERT INTO received_payments (order_id, channel, reference, amount_paise, received_on)
    SELECT id, 'cash_on_delivery', '', total_paise, (placed_at + interval '10 days')::date FROM placed WHERE payment_status = 'paid'
), lined AS (
    INSERT INTO order_lines (order_id, line_number, product_id, product_name, weight_in_grams, quantity, unit_price_paise, sku)
    SELECT id, 1, '0192f3a0-7c00-7000-8000-000000000001', 'Karela Powder', 100, 1, 24900, 'P0001-100' FROM placed
)
INSERT INTO order_changes (order_id, version, from_status, to_status, actor, changed_at)
SELECT id, 1, NULL, 'placed', 'shopper', placed_at FROM placed
UNION ALL
SELECT id, 2, 'placed', CASE status WHEN 'cancelled' THEN status ELSE 'confirmed' END, 'staff', placed_at + interval '1 hour'
FROM placed WHERE status <> 'placed'
UNION ALL
SELECT id, 3, 'confirmed', 'packed', 'staff', placed_at + interval '5 hours'
FROM placed WHERE status IN ('packed', 'shipped', 'delivered')
UNION ALL
SELECT id, 4, 'packed', 'shipped', 'staff', placed_at + interval '7 hours' FROM placed WHERE status IN ('shipped', 'delivered')
UNION ALL
SELECT id, 5, 'shipped', 'delivered', 'staff', placed_at + interval '3 days' FROM placed WHERE status = 'delivered'
