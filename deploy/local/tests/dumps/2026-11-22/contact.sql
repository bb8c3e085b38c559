
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

CREATE TABLE public.messages (
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    phone text NOT NULL,
    subject text NOT NULL,
    message text NOT NULL,
    received_at timestamp with time zone NOT NULL,
    CONSTRAINT messages_subject_check CHECK ((subject = ANY (ARRAY['general inquiry'::text, 'product information'::text, 'order status'::text, 'other'::text])))
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
	(1, 'messages', '2026-11-22 15:23:30.38247+00', true, '\x268fe649d09dcda1c0a44bc8a90497142a7cb23169e16a5572a7f206900904e26cf31445970ec11b1172f8951ee59c8f', 5258268),
	(9000001, 'outbox', '2026-11-22 15:23:30.388279+00', true, '\x14a3cc09ec9023a4002fed60176a080ff81be6a02674d31e86088cbe448158fecfbc5c6fceaa9dd899ceb66447c1aa16', 5076097),
	(9000010, 'claims', '2026-11-22 15:23:30.395084+00', true, '\x228d0e586be8f5fcc6928e678a4c94a694ad575a1d5105a4f5e2ed68097c2b77995f07ad1e2f821fc06b6a0fff767202', 2412026),
	(9000011, 'streams', '2026-11-22 15:23:30.39777+00', true, '\xe3a7c0a794ee87e80ad0d42ddd7d16e053e0937adff4d31f9415adc00182c2cbdaac5c7d71b40cef581ec0539245a21e', 2573446);

INSERT INTO public.messages VALUES
	('01a203db-0106-7081-9696-cbd2b0286835', 'Ravi', 'ravi@example.com', '9876543210', 'other', 'Where is my parcel?', '2026-11-22 15:23:34.022036+00'),
	('01a203db-1e6c-7100-9dd5-51f238bb7606', 'Kiran', 'kiran@example.com', '9876543210', 'other', 'Not heard yet.', '2026-11-22 15:23:41.548984+00');

INSERT INTO public.outbox VALUES
	('01a203db-0107-75ef-8745-29418cd4ed6c', 'shop.contact.received.v1', '\x0a2430316132303364622d303130362d373038312d393639362d636264326230323836383335121e323032362d31312d32325431353a32333a33342e3032323033363135385a1a0452617669221072617669406578616d706c652e636f6d2a0a3938373635343332313032056f746865723a135768657265206973206d792070617263656c3f', '00-6fe199611dde62292c716f83941b7a7f-c87a0940114cb049-01', '2026-11-22 15:23:34.022377+00', '2026-11-22 15:23:34.026452+00', NULL, 0, '2026-11-22 15:23:34.022377+00', NULL),
	('01a203db-1e6e-753b-a4b9-f577fd11e226', 'shop.contact.received.v1', '\x0a2430316132303364622d316536632d373130302d396464352d353166323338626237363036121e323032362d31312d32325431353a32333a34312e3534383938343030385a1a054b6972616e22116b6972616e406578616d706c652e636f6d2a0a3938373635343332313032056f746865723a0e4e6f74206865617264207965742e', '00-f2151fdbd1e0332a55c9dcc849521308-7b26c8e121ac637c-01', '2026-11-22 15:23:41.54925+00', NULL, NULL, 0, '2026-11-22 15:23:41.54925+00', NULL);

INSERT INTO public.outbox_streams VALUES
	('CONTACT', 1795361010495641052, 1, NULL);

ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.inbox_claims
    ADD CONSTRAINT inbox_claims_pkey PRIMARY KEY (consumer, event_id);

ALTER TABLE ONLY public.inbox
    ADD CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outbox_streams
    ADD CONSTRAINT outbox_streams_pkey PRIMARY KEY (name);

CREATE INDEX outbox_published ON public.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);

CREATE INDEX outbox_unpublished ON public.outbox USING btree (created_at) WHERE (published_at IS NULL);

CREATE INDEX outbox_waiting ON public.outbox USING btree (retry_at) WHERE ((published_at IS NULL) AND (parked_at IS NULL));

