
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public._sqlx_migrations (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);

CREATE TABLE public.planted (
    what text NOT NULL,
    planted_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.reviews (
    id uuid NOT NULL,
    account_id uuid,
    name text NOT NULL,
    product_name text NOT NULL,
    review text NOT NULL,
    rating_tenths smallint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    is_sample boolean DEFAULT false NOT NULL,
    CONSTRAINT reviews_check CHECK ((is_sample OR (account_id IS NOT NULL))),
    CONSTRAINT reviews_rating_tenths_check CHECK (((rating_tenths >= 0) AND (rating_tenths <= 50)))
);

INSERT INTO public._sqlx_migrations VALUES
	(1, 'reviews', '2026-11-22 15:23:30.070913+00', true, '\x19925be197a1800f5b5c86cb1bb904808c1289b82e7add00cfe88c6c0bd194ef4b0310c852175151868e85bd3c209224', 13746179),
	(10, 'planted', '2026-11-22 15:23:30.087046+00', true, '\x1aa25e104c7480a89f654fccef7e3edbd9a0f1d5f72b44b61f6719b53a8125e04f931d071ec8bc4b75f1080b57a7f332', 14982807);

INSERT INTO public.planted VALUES
	('reviews', '2026-11-22 15:23:30.244267+00');

INSERT INTO public.reviews VALUES
	('0192f3a0-7d00-7000-8000-000000000001', NULL, 'Meena Shah', 'Karela Powder', 'Properly bitter, which is how my mother judges karela. Dissolves well in warm water, no grit at the bottom of the glass. The pouch closes tightly again.', 45, '2026-11-14 09:12:00+00', true),
	('0192f3a0-7d00-7000-8000-000000000002', NULL, 'Rakesh Iyer', 'Moringa Powder', 'Bright green and smells fresh, not like old hay. I stir a spoon into dal at the end. Delivery to Coimbatore took six days.', 48, '2026-11-11 16:40:00+00', true),
	('0192f3a0-7d00-7000-8000-000000000003', NULL, 'Farida K.', 'Ashwagandha Powder', 'Good strong smell and very fine. I take it with milk at night as the label says. The box is easy to store; I only wish it came with a small spoon.', 40, '2026-11-08 07:05:00+00', true),
	('0192f3a0-7d00-7000-8000-000000000004', NULL, 'Sunil Deshmukh', 'Karela Jamun Powder', 'I used to buy the two separately and mix them. This saves me the trouble and the taste is balanced, bitter first and a little sour after.', 50, '2026-11-03 12:30:00+00', true),
	('0192f3a0-7d00-7000-8000-000000000005', NULL, 'Anjali Nair', 'Jamun Powder', 'Reminds me of the jamun tree at my grandparents'' house. Slightly sour and dry. The label says exactly what is in it and nothing else.', 44, '2026-10-29 18:22:00+00', true),
	('0192f3a0-7d00-7000-8000-000000000006', NULL, 'Harpreet S.', 'Triphala Powder', 'Same taste as the one from our village vaid: sour and sharp. Two months in and the second pouch was as fresh as the first.', 42, '2026-10-25 06:48:00+00', true),
	('0192f3a0-7d00-7000-8000-000000000007', NULL, 'Lakshmi R.', 'Amla Powder', 'So sour my children make faces, so it must be real amla. I use it in chutney and on my hair. Packed well, nothing spilled.', 47, '2026-10-19 10:15:00+00', true),
	('0192f3a0-7d00-7000-8000-000000000008', NULL, 'Devang Patel', 'Diabetes Support Powder', 'Asked my doctor first, as the pack advises, and take it before breakfast. The taste needs getting used to. Customer care answered my questions politely.', 43, '2026-10-13 14:02:00+00', true),
	('0192f3a0-7d00-7000-8000-000000000009', NULL, 'Priya Menon', 'Tulsi Powder', 'Smells like the plant on our balcony after rain. Half a spoon with ginger and honey makes a lovely evening drink.', 49, '2026-10-08 17:37:00+00', true),
	('0192f3a0-7d00-7000-8000-000000000010', NULL, 'Imran Shaikh', 'B12 Powder', 'Easy to take and nearly without taste. The measure on the label could be printed larger for older eyes. Came two days early.', 39, '2026-10-02 08:55:00+00', true),
	('0192f3a0-7d00-7000-8000-000000000011', NULL, 'Kavita Joshi', 'Neem Powder', 'Very fine, so a face pack goes on smooth. Bitter dust if you breathe near it, be careful! The box keeps it dry even in Mumbai.', 46, '2026-09-27 11:20:00+00', true),
	('0192f3a0-7d00-7000-8000-000000000012', NULL, 'Thomas George', 'Shallaki Powder', 'Resinous smell, clean and strong. My father stirs it into warm water after his walk. Ordering by phone would help people of his age.', 41, '2026-09-21 15:44:00+00', true),
	('0192f3a0-7d00-7000-8000-000000000013', NULL, 'Neha Verma', 'Moringa Powder', 'Third order. Always the same colour and fineness. I make parathas with it and nobody at home notices the spinach is missing.', 50, '2026-09-15 13:10:00+00', true),
	('0192f3a0-7d00-7000-8000-000000000014', NULL, 'Balaji Krishnan', 'Karela Powder', 'Quality is good, but the first parcel went to the wrong pincode and took nine days. The shop called me about it, so four stars nearly.', 37, '2026-09-09 09:33:00+00', true),
	('0192f3a0-7d00-7000-8000-000000000015', NULL, 'Ritu Agarwal', 'Amla Powder', 'Colour is natural brown, not bleached. The price for the bigger pouch is fair. Will order again before winter.', 45, '2026-09-02 19:05:00+00', true),
	('01a203da-f78b-73e2-b71a-0e5ec4583e10', '01a203da-f662-76ed-9142-30ea0e2d058b', 'Asha', 'Karela Powder', 'Bitter, as it should be.', 45, '2026-11-22 15:23:31.595612+00', false),
	('01a203da-f957-7399-857c-78c6aa0e42b7', '01a203da-f662-76ed-9142-30ea0e2d058b', 'Asha', 'Neem', 'Fine.', 30, '2026-11-22 15:23:32.055625+00', false),
	('01a203da-fd28-7023-b915-9c6205d7c505', '01a203da-f662-76ed-9142-30ea0e2d058b', 'Asha P', 'karela powder', 'Again.', 50, '2026-11-22 15:23:33.032764+00', false);

ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.planted
    ADD CONSTRAINT planted_pkey PRIMARY KEY (what);

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (id);

CREATE INDEX reviews_newest ON public.reviews USING btree (created_at DESC, id DESC);

CREATE INDEX reviews_newest_of_product ON public.reviews USING btree (lower(product_name), created_at DESC, id DESC);

