
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

CREATE FUNCTION public.note_as_order_confirmation() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    NEW.consumer := 'order-confirmation';
    RETURN NEW;
END $$;

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

CREATE TABLE public.recipient_mails (
    mail text NOT NULL,
    recipient bytea NOT NULL,
    event_id uuid NOT NULL,
    counted_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT recipient_mails_recipient_check CHECK ((octet_length(recipient) = 32))
);

INSERT INTO public._sqlx_migrations VALUES
	(10, 'recipients', '2026-11-22 15:23:30.86678+00', true, '\x10f0c244b1421131fdea0ce16039af5f2c7198dd7e37b9963792c119563449f2e064cb87361b62dbdbaef9517e2a894c', 8923759),
	(9000001, 'outbox', '2026-11-22 15:23:30.876179+00', true, '\x14a3cc09ec9023a4002fed60176a080ff81be6a02674d31e86088cbe448158fecfbc5c6fceaa9dd899ceb66447c1aa16', 4041689),
	(9000010, 'claims', '2026-11-22 15:23:30.88046+00', true, '\x228d0e586be8f5fcc6928e678a4c94a694ad575a1d5105a4f5e2ed68097c2b77995f07ad1e2f821fc06b6a0fff767202', 1865233),
	(9000011, 'streams', '2026-11-22 15:23:30.882517+00', true, '\xe3a7c0a794ee87e80ad0d42ddd7d16e053e0937adff4d31f9415adc00182c2cbdaac5c7d71b40cef581ec0539245a21e', 8822087),
	(10000001, 'a consumer a mail', '2026-11-22 15:23:30.891646+00', true, '\xf7e14b8cb7c885e432a91ab5421041cc55e1508484d09a12b6be395aee910c7042fcea86748e020f7b1bf2668bee83c6', 2531874);

INSERT INTO public.inbox VALUES
	('order-confirmation', '01a203da-f713-755e-985b-7c8b1929b659', '2026-11-22 15:23:31.896237+00'),
	('order-notice', '01a203da-f739-7086-873b-1a1f6c86531d', '2026-11-22 15:23:31.922859+00'),
	('order-notice', '01a203da-f713-755e-985b-7c8b1929b659', '2026-11-22 15:23:31.944301+00'),
	('order-confirmation', '01a203da-f739-7086-873b-1a1f6c86531d', '2026-11-22 15:23:31.961911+00'),
	('order-notice', '01a203da-f774-75c8-869d-c6a800e4a2c7', '2026-11-22 15:23:31.994353+00'),
	('order-confirmation', '01a203da-f774-75c8-869d-c6a800e4a2c7', '2026-11-22 15:23:32.016083+00'),
	('contact-acknowledgement', '01a203db-0107-75ef-8745-29418cd4ed6c', '2026-11-22 15:23:34.052187+00'),
	('contact-notice', '01a203db-0107-75ef-8745-29418cd4ed6c', '2026-11-22 15:23:34.049975+00');

INSERT INTO public.recipient_mails VALUES
	('order-confirmation', '\x936762fa9fc43809c72e4b7946f4ab4cb6e1f277e4e862437b1364c9549387b0', '01a203da-f713-755e-985b-7c8b1929b659', '2026-11-22 15:23:31.871014+00'),
	('order-confirmation', '\x97a94d04695103e40cc4b9fb986b3c14188c0d1089b29c2baaa62e664e0f04d4', '01a203da-f739-7086-873b-1a1f6c86531d', '2026-11-22 15:23:31.955088+00'),
	('order-confirmation', '\x30e10ccc4ed262da550034d981bdc9233c6e78e56b249ae4d54f10610fd8bf60', '01a203da-f774-75c8-869d-c6a800e4a2c7', '2026-11-22 15:23:32.00687+00'),
	('contact-acknowledgement', '\x97a94d04695103e40cc4b9fb986b3c14188c0d1089b29c2baaa62e664e0f04d4', '01a203db-0107-75ef-8745-29418cd4ed6c', '2026-11-22 15:23:34.041377+00');

ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.inbox_claims
    ADD CONSTRAINT inbox_claims_pkey PRIMARY KEY (consumer, event_id);

ALTER TABLE ONLY public.inbox
    ADD CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outbox_streams
    ADD CONSTRAINT outbox_streams_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.recipient_mails
    ADD CONSTRAINT recipient_mails_pkey PRIMARY KEY (mail, recipient, event_id);

CREATE INDEX outbox_published ON public.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);

CREATE INDEX outbox_unpublished ON public.outbox USING btree (created_at) WHERE (published_at IS NULL);

CREATE INDEX outbox_waiting ON public.outbox USING btree (retry_at) WHERE ((published_at IS NULL) AND (parked_at IS NULL));

CREATE INDEX recipient_mails_age ON public.recipient_mails USING btree (counted_at);

CREATE TRIGGER note_as_order_confirmation BEFORE INSERT ON public.inbox FOR EACH ROW WHEN ((new.consumer = 'notification'::text)) EXECUTE FUNCTION public.note_as_order_confirmation();

