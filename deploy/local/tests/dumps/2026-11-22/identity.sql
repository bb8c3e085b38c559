
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

CREATE TABLE public.accounts (
    id uuid NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    mobile_number text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    password_changed_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.counters (
    key bytea NOT NULL,
    count integer NOT NULL,
    ends_at timestamp with time zone NOT NULL
);

CREATE TABLE public.known_devices (
    account_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    last_used_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT known_devices_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

CREATE TABLE public.mail_queue (
    id uuid NOT NULL,
    kind text NOT NULL,
    email text NOT NULL,
    traceparent text,
    attempts integer DEFAULT 0 NOT NULL,
    queued_at timestamp with time zone DEFAULT now() NOT NULL,
    retry_at timestamp with time zone DEFAULT now() NOT NULL,
    holder uuid,
    unknown_outcomes integer DEFAULT 0 NOT NULL,
    has_code boolean DEFAULT false NOT NULL,
    CONSTRAINT mail_queue_kind_check CHECK ((kind = ANY (ARRAY['one_time_code'::text, 'password_changed'::text])))
);

CREATE TABLE public.one_time_codes (
    account_id uuid NOT NULL,
    code_mac bytea NOT NULL,
    wrong_tries integer DEFAULT 0 NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT one_time_codes_code_mac_check CHECK ((octet_length(code_mac) = 32))
);

CREATE TABLE public.sessions (
    token_hash bytea NOT NULL,
    account_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sessions_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

INSERT INTO public._sqlx_migrations VALUES
	(1, 'accounts', '2026-11-22 15:23:29.758972+00', true, '\xa840dac1da6203457828859286d519c1ad199477ba69518e229d90da379a5e567ceea4919101638bf8f2cc496cbb9c5e', 34688327),
	(10, 'known devices', '2026-11-22 15:23:29.794278+00', true, '\xc37d0ece85ac067660d9ea9789ba9ef8440a2996a1ffe0e8714881442f069f8296e03f13841b25179a540995f34d53fc', 11022879),
	(11, 'sweep indexes', '2026-11-22 15:23:29.805677+00', true, '\x6ce12641601c943d06e87473cd2cd5fa99e9404e66710b11cf64672aaaea0f48581a4935284530c750f29ed78294758e', 2716248),
	(20, 'mail outcomes', '2026-11-22 15:23:29.808638+00', true, '\x4c892f6ba2fc6a50eadd7e23731315800d953aa31b8d1a74b011a6b7704fd8463897b4cdb57a3f7bf2efaea889b1249c', 925296);

INSERT INTO public.accounts VALUES
	('01a203da-f662-76ed-9142-30ea0e2d058b', 'asha@gmail.com', '$argon2id$v=19$m=19456,t=2,p=1$gbRWR3km6NLFH5OccUD3OQ$a79ncQ1+PuuCAb1tKPHMVfaTyKwZR6+hXnB68O8nGdk', '9876543210', '2026-11-22 15:23:31.299136+00', '2026-11-22 15:23:31.299136+00'),
	('01a203da-f694-736d-b50e-dbc01a7356fc', 'ravi@gmail.com', '$argon2id$v=19$m=19456,t=2,p=1$quzze8wlV77LtzNatvwYTQ$88pAav8Az7SU1jCkv9m2r5ShGTCtlDZQprQnHp7GoDc', '9876543210', '2026-11-22 15:23:31.349693+00', '2026-11-22 15:23:31.349693+00');

INSERT INTO public.counters VALUES
	('\x2692f379b0de762c29a03397e6f9b279eae9489a04d9af1edd57cc971055ceea', 2, '2026-11-22 16:23:31.207067+00'),
	('\x352f5543be9f5c7b65185fa3514b69cc07fe03e34049f72b96a6892514729af5', 0, '2026-11-22 15:38:31.358932+00'),
	('\x09e8d9dceb1f2cfb45e692272e4e2b307aa0af84b28dc685727d550f86608a67', 1, '2026-11-23 15:23:34.047877+00'),
	('\xb5648d5ef7696257fe2ff2eeb9a22eec38f68252e9c63fce97f1a6f7a772a4fd', 1, '2026-11-22 15:24:34.047877+00'),
	('\xc8eb606824985f42e4fc28916611ce37c22cab4ef0efbbe8f834b3f66b98a505', 1, '2026-11-22 16:23:34.047877+00'),
	('\xcbe21bab51b63c31cb17bdc95336543bc97454a7082ce616c44fefb4ef19e61f', 1, '2026-11-22 16:23:34.047877+00'),
	('\xdce73661fb3998db480081b20e29ea0da698fce4dc271333acd916dbe7b3195c', 1, '2026-11-22 16:23:34.047877+00'),
	('\xec23efc0ef71005e2c8d44851359e582bb53cee6cf31d3303ae78edbff8f7d9a', 1, '2026-11-23 15:23:34.047877+00');

INSERT INTO public.known_devices VALUES
	('01a203da-f662-76ed-9142-30ea0e2d058b', '\xf15bf061272fcdacbc431b792c232dbdbb24aa67e27a2927aff213121aaf8597', '2026-11-22 15:23:31.413822+00');

INSERT INTO public.one_time_codes VALUES
	('01a203da-f694-736d-b50e-dbc01a7356fc', '\xc00aab72f76b1fe868829acb269a4f206e0802279f8e1c838aec6e52107e3c82', 0, '2026-11-22 15:33:34.058881+00');

INSERT INTO public.sessions VALUES
	('\xfe0a4ddd198df0e1b43255b009f3a7230ebab697298d4d7aa7467bddad17eff9', '01a203da-f662-76ed-9142-30ea0e2d058b', '2026-11-22 15:23:31.400902+00', '2026-11-22 15:23:31.400902+00');

ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_email_key UNIQUE (email);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.counters
    ADD CONSTRAINT counters_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_pkey PRIMARY KEY (account_id, token_hash);

ALTER TABLE ONLY public.mail_queue
    ADD CONSTRAINT mail_queue_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.one_time_codes
    ADD CONSTRAINT one_time_codes_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);

CREATE INDEX counters_end ON public.counters USING btree (ends_at);

CREATE INDEX known_devices_last_used ON public.known_devices USING btree (last_used_at);

CREATE INDEX known_devices_of_token ON public.known_devices USING btree (token_hash);

CREATE INDEX mail_queue_due ON public.mail_queue USING btree (retry_at);

CREATE INDEX sessions_created ON public.sessions USING btree (created_at);

CREATE INDEX sessions_last_used ON public.sessions USING btree (last_used_at);

CREATE INDEX sessions_of_account ON public.sessions USING btree (account_id);

ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.one_time_codes
    ADD CONSTRAINT one_time_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

