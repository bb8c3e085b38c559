
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

CREATE TABLE public.idempotency_keys (
    key text NOT NULL,
    payload_hash bytea NOT NULL,
    order_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    handled_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.inbox_claims (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    holder uuid NOT NULL,
    until timestamp with time zone NOT NULL,
    unknown_outcomes integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.order_lines (
    order_id uuid NOT NULL,
    line_number integer NOT NULL,
    product_id uuid NOT NULL,
    product_name text NOT NULL,
    weight_in_grams integer NOT NULL,
    quantity integer NOT NULL,
    unit_price_paise bigint NOT NULL,
    CONSTRAINT order_lines_line_number_check CHECK (((line_number >= 1) AND (line_number <= 50))),
    CONSTRAINT order_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 99))),
    CONSTRAINT order_lines_unit_price_paise_check CHECK ((unit_price_paise > 0)),
    CONSTRAINT order_lines_weight_in_grams_check CHECK ((weight_in_grams > 0))
);

CREATE TABLE public.orders (
    id uuid NOT NULL,
    order_number text NOT NULL,
    full_name text NOT NULL,
    email text NOT NULL,
    mobile_number text NOT NULL,
    delivery_address text NOT NULL,
    pincode text NOT NULL,
    total_paise bigint NOT NULL,
    payment_status text DEFAULT 'pending'::text NOT NULL,
    placed_at timestamp with time zone NOT NULL,
    CONSTRAINT orders_payment_status_check CHECK ((payment_status = 'pending'::text)),
    CONSTRAINT orders_total_paise_check CHECK ((total_paise > 0))
);

CREATE TABLE public.outbox (
    id uuid NOT NULL,
    subject text NOT NULL,
    payload bytea NOT NULL,
    traceparent text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    published_at timestamp with time zone,
    parked_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    retry_at timestamp with time zone DEFAULT now() NOT NULL,
    last_error text
);

CREATE TABLE public.outbox_streams (
    name text NOT NULL,
    made_at bigint,
    last_sequence bigint,
    replay_until timestamp with time zone
);

INSERT INTO public._sqlx_migrations VALUES
	(1, 'orders', '2026-11-22 15:23:30.559645+00', true, '\xe5efb5f1736f0cb9bb1c641c40cbfdc6eefcbee570a34c11e9dc134058b34860ef49449cb015f60a0790f4e61005ea4a', 6983974),
	(10, 'old keys', '2026-11-22 15:23:30.579442+00', true, '\xa3d99a7071c72c7231d438050adf97a9ca2d4b91044e88db3396dde03b70e5200834850d84b0bd4be9710fa9ae8808d9', 4849480),
	(9000001, 'outbox', '2026-11-22 15:23:30.584486+00', true, '\x14a3cc09ec9023a4002fed60176a080ff81be6a02674d31e86088cbe448158fecfbc5c6fceaa9dd899ceb66447c1aa16', 4592638),
	(9000010, 'claims', '2026-11-22 15:23:30.589348+00', true, '\x228d0e586be8f5fcc6928e678a4c94a694ad575a1d5105a4f5e2ed68097c2b77995f07ad1e2f821fc06b6a0fff767202', 2094004),
	(9000011, 'streams', '2026-11-22 15:23:30.591656+00', true, '\xe3a7c0a794ee87e80ad0d42ddd7d16e053e0937adff4d31f9415adc00182c2cbdaac5c7d71b40cef581ec0539245a21e', 3666572);

INSERT INTO public.idempotency_keys VALUES
	('0b5b1c1e-6f3c-4b6e-9a0e-2f6a2f5b7a10', '\xee2901c47e62b12b8ead64b67e09f1b2cc30d165c2dde9657f36d8dd4bb19a72', '01a203da-f710-76e3-a886-13e0ecef4615', '2026-11-22 15:23:31.472596+00'),
	('f2529548-d95c-49fd-be5f-22e5971a6a94', '\xf9943d54e39c0202eb67722aa15fe4371e2d44f85caed5ac167615b0370e2f31', '01a203da-f765-718c-a164-88596d9ffff8', '2026-11-22 15:23:31.557645+00'),
	('4b1d6b8e-50e0-4c39-8f4d-6f7b6a4f0001', '\x1cc570bad7ff9b063c62f76c03d26ff2484acfeff3823ca7357f810739aca2d5', '01a203db-1e57-7692-9828-ca8f8eb9fa4b', '2026-11-22 15:23:41.52785+00');

INSERT INTO public.order_lines VALUES
	('01a203da-f710-76e3-a886-13e0ecef4615', 1, '0192f3a0-7c00-7000-8000-000000000001', 'Karela Powder', 100, 2, 24900),
	('01a203da-f710-76e3-a886-13e0ecef4615', 2, '0192f3a0-7c00-7000-8000-000000000001', 'Karela Powder', 200, 1, 32400),
	('01a203da-f731-76d7-8e08-16edbfc31d7e', 1, '0192f3a0-7c00-7000-8000-000000000004', 'Jamun Powder', 100, 1, 25900),
	('01a203da-f731-76d7-8e08-16edbfc31d7e', 2, '0192f3a0-7c00-7000-8000-000000000006', 'Diabetes Support Powder', 100, 4, 29900),
	('01a203da-f731-76d7-8e08-16edbfc31d7e', 3, '0192f3a0-7c00-7000-8000-000000000008', 'Triphala Powder', 200, 2, 28500),
	('01a203da-f765-718c-a164-88596d9ffff8', 1, '0192f3a0-7c00-7000-8000-000000000012', 'Neem Powder', 75, 10, 18900),
	('01a203db-1e57-7692-9828-ca8f8eb9fa4b', 1, '0192f3a0-7c00-7000-8000-000000000002', 'Moringa Powder', 200, 3, 29800);

INSERT INTO public.orders VALUES
	('01a203da-f710-76e3-a886-13e0ecef4615', 'VM-261122-88V84', 'Asha Patel', 'asha@example.com', '9876543210', '12 Ring Road, Surat', '395007', 82200, 'pending', '2026-11-22 15:23:31.464+00'),
	('01a203da-f731-76d7-8e08-16edbfc31d7e', 'VM-261122-YVPX5', 'Ravi Shah', 'ravi@example.com', '9876543210', '12 Ring Road, Surat', '395007', 202500, 'pending', '2026-11-22 15:23:31.494+00'),
	('01a203da-f765-718c-a164-88596d9ffff8', 'VM-261122-PKZK6', 'Méera Iyer', 'meera@example.com', '9876543210', '12 Ring Road, Surat', '395007', 189000, 'pending', '2026-11-22 15:23:31.535+00'),
	('01a203db-1e57-7692-9828-ca8f8eb9fa4b', 'VM-261122-EWKEZ', 'Kiran Rao', 'kiran@example.com', '9876543210', '12 Ring Road, Surat', '395007', 89400, 'pending', '2026-11-22 15:23:41.51+00');

INSERT INTO public.outbox VALUES
	('01a203da-f713-755e-985b-7c8b1929b659', 'shop.order.placed.v1', '\x0a2430316132303364612d663731302d373665332d613838362d313365306563656634363135120f564d2d3236313132322d38385638341a18323032362d31312d32325431353a32333a33312e3436345a220a4173686120506174656c2a1061736861406578616d706c652e636f6d320a393837363534333231303a1331322052696e6720526f61642c205375726174420633393530303748988205523d0a2430313932663361302d376330302d373030302d383030302d303030303030303030303031120d4b6172656c6120506f776465721864200228c4c201523e0a2430313932663361302d376330302d373030302d383030302d303030303030303030303031120d4b6172656c6120506f7764657218c80120012890fd01', '00-7ca05a99a9daa8b5c4b9e3ddf24b6121-623e6dc89b3df278-01', '2026-11-22 15:23:31.472596+00', '2026-11-22 15:23:31.479658+00', NULL, 0, '2026-11-22 15:23:31.472596+00', NULL),
	('01a203da-f739-7086-873b-1a1f6c86531d', 'shop.order.placed.v1', '\x0a2430316132303364612d663733312d373664372d386530382d313665646266633331643765120f564d2d3236313132322d59565058351a18323032362d31312d32325431353a32333a33312e3439345a22095261766920536861682a1072617669406578616d706c652e636f6d320a393837363534333231303a1331322052696e6720526f61642c20537572617442063339353030374884ae0c523c0a2430313932663361302d376330302d373030302d383030302d303030303030303030303034120c4a616d756e20506f776465721864200128acca0152470a2430313932663361302d376330302d373030302d383030302d3030303030303030303030361217446961626574657320537570706f727420506f776465721864200428cce90152400a2430313932663361302d376330302d373030302d383030302d303030303030303030303038120f5472697068616c6120506f7764657218c801200228d4de01', '00-14453afc89f633756709f0560515a1f8-410e6086490bb2fb-01', '2026-11-22 15:23:31.50569+00', '2026-11-22 15:23:31.515221+00', NULL, 0, '2026-11-22 15:23:31.50569+00', NULL),
	('01a203da-f774-75c8-869d-c6a800e4a2c7', 'shop.order.placed.v1', '\x0a2430316132303364612d663736352d373138632d613136342d383835393664396666666638120f564d2d3236313132322d504b5a4b361a18323032362d31312d32325431353a32333a33312e3533355a220b4dc3a965726120497965722a116d65657261406578616d706c652e636f6d320a393837363534333231303a1331322052696e6720526f61642c205375726174420633393530303748c8c40b523b0a2430313932663361302d376330302d373030302d383030302d303030303030303030303132120b4e65656d20506f77646572184b200a28d49301', '00-738469609ca723b3a9d4aac0b08c7cc8-4d20acd1ae67412c-01', '2026-11-22 15:23:31.557645+00', '2026-11-22 15:23:31.575978+00', NULL, 0, '2026-11-22 15:23:31.557645+00', NULL),
	('01a203db-1e61-7472-864d-f6d96f734085', 'shop.order.placed.v1', '\x0a2430316132303364622d316535372d373639322d393832382d636138663865623966613462120f564d2d3236313132322d45574b455a1a17323032362d31312d32325431353a32333a34312e35315a22094b6972616e2052616f2a116b6972616e406578616d706c652e636f6d320a393837363534333231303a1331322052696e6720526f61642c205375726174420633393530303748b8ba05523f0a2430313932663361302d376330302d373030302d383030302d303030303030303030303032120e4d6f72696e676120506f7764657218c801200328e8e801', '00-c03d386103cbd58fa42dd59570749d59-02a77a2a7f3408f8-01', '2026-11-22 15:23:41.52785+00', NULL, NULL, 0, '2026-11-22 15:23:41.52785+00', NULL);

INSERT INTO public.outbox_streams VALUES
	('ORDERS', 1795361010659559014, 3, NULL);

ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.inbox_claims
    ADD CONSTRAINT inbox_claims_pkey PRIMARY KEY (consumer, event_id);

ALTER TABLE ONLY public.inbox
    ADD CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id);

ALTER TABLE ONLY public.order_lines
    ADD CONSTRAINT order_lines_pkey PRIMARY KEY (order_id, line_number);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_order_number_key UNIQUE (order_number);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outbox_streams
    ADD CONSTRAINT outbox_streams_pkey PRIMARY KEY (name);

CREATE INDEX idempotency_keys_created_at ON public.idempotency_keys USING btree (created_at);

CREATE INDEX outbox_published ON public.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);

CREATE INDEX outbox_unpublished ON public.outbox USING btree (created_at) WHERE (published_at IS NULL);

CREATE INDEX outbox_waiting ON public.outbox USING btree (retry_at) WHERE ((published_at IS NULL) AND (parked_at IS NULL));

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.order_lines
    ADD CONSTRAINT order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);

