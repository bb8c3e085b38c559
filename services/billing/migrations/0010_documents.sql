-- At which rate goods are taxed, by the beginning of their code of the Harmonised System and the day from which it counts. An
-- accountant adds a row where a notification does; none is ever changed, for documents were made by them.
CREATE TABLE tax_rates (
    hsn text NOT NULL CHECK (hsn ~ '^[0-9]{2,8}$'),
    since date NOT NULL,
    -- In hundredths of a percent: 500 is 5 %, CGST and SGST together.
    rate_basis_points integer NOT NULL CHECK (rate_basis_points BETWEEN 0 AND 10000),
    source text NOT NULL,
    PRIMARY KEY (hsn, since)
);

INSERT INTO tax_rates (hsn, since, rate_basis_points, source) VALUES
    ('1211', '2017-07-01', 500, 'Notification 1/2017-Central Tax (Rate), Schedule I (2.5 % + 2.5 %): plants and parts of plants, not fresh'),
    ('1211', '2025-09-22', 500, 'Notification 9/2025-Central Tax (Rate), Schedule I (2.5 % + 2.5 %)'),
    ('3004', '2017-07-01', 1200, 'Notification 1/2017-Central Tax (Rate), Schedule II (6 % + 6 %); entries of Schedule I were at 5 %'),
    ('3004', '2025-09-22', 500, 'Notification 9/2025-Central Tax (Rate), Schedule I (2.5 % + 2.5 %)');

-- What of an order concerns documents is decided one thing after the other: under this row's lock.
CREATE TABLE billed_orders (
    order_id uuid PRIMARY KEY
);

-- The last number of each kind. It is locked in the transaction that keeps the document of the next one, so there is none without a
-- document.
CREATE TABLE number_series (
    kind text PRIMARY KEY CHECK (kind IN ('invoice', 'bill_of_supply', 'credit_note')),
    -- The year in which the financial year begins, on the 1st of April.
    financial_year integer NOT NULL,
    last_serial integer NOT NULL CHECK (last_serial >= 0)
);

INSERT INTO number_series (kind, financial_year, last_serial) VALUES
    ('invoice', 0, 0),
    ('bill_of_supply', 0, 0),
    ('credit_note', 0, 0);

-- What was issued. A document holds everything that is printed on it, as it was on the day.
CREATE TABLE documents (
    id uuid PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('invoice', 'bill_of_supply', 'credit_note')),
    financial_year integer NOT NULL,
    serial integer NOT NULL CHECK (serial > 0),
    -- Rule 46 (b) of the CGST Rules: at most 16 letters, digits, hyphens and slashes.
    number text NOT NULL CONSTRAINT documents_number UNIQUE CHECK (number ~ '^[A-Z0-9/-]{1,16}$'),
    order_id uuid NOT NULL REFERENCES billed_orders (order_id),
    order_number text NOT NULL,
    -- The day in India.
    issued_on date NOT NULL,
    issued_at timestamptz NOT NULL,
    -- What it was issued for, once: the sale of an order, money that went back, or goods that came back or never arrived.
    cause text NOT NULL CHECK (cause IN ('sale', 'refund', 'reversal')),
    cause_id text NOT NULL,
    -- The sale that a credit note is about.
    corrects uuid REFERENCES documents (id),
    total_paise bigint NOT NULL CHECK (total_paise > 0),
    facts jsonb NOT NULL CHECK (jsonb_typeof(facts) = 'object'),
    -- SHA-256 of the file.
    file_sha256 bytea NOT NULL CHECK (octet_length(file_sha256) = 32),
    CONSTRAINT documents_cause UNIQUE (cause, cause_id),
    CONSTRAINT documents_serial UNIQUE (kind, financial_year, serial),
    CHECK ((kind = 'credit_note') = (corrects IS NOT NULL)),
    CHECK ((kind = 'credit_note') = (cause <> 'sale'))
);

CREATE INDEX documents_order_id ON documents (order_id, issued_at);
CREATE INDEX documents_issued_on ON documents (issued_on, id);
CREATE INDEX documents_corrects ON documents (corrects) WHERE corrects IS NOT NULL;

-- The PDF, byte for byte as it was issued: a later program may draw another one.
CREATE TABLE document_files (
    document_id uuid PRIMARY KEY REFERENCES documents (id),
    pdf bytea NOT NULL
);

-- Money that went back, as the payment service told it.
CREATE TABLE refunds (
    refund_id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES billed_orders (order_id),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    reason text NOT NULL,
    is_of_accepted boolean NOT NULL,
    is_processed boolean NOT NULL,
    version integer NOT NULL
);

CREATE INDEX refunds_order_id ON refunds (order_id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% only grows: what was issued is never changed or removed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER documents_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON documents
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER document_files_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON document_files
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
