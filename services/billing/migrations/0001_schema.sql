-- Refuses changes of issued documents and of tax rates.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% only grows: what was issued is never changed or removed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

-- Refuses changes of the books.
CREATE FUNCTION refuse_entry_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% only grows: what was booked is never changed or removed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

-- A tax rate applies from a day on to the goods whose HSN code begins with its digits.
CREATE TABLE tax_rates (
    hsn text NOT NULL CHECK (hsn ~ '^[0-9]{2,8}$'),
    -- The first day on which it applies.
    since date NOT NULL,
    -- In hundredths of a percent: 500 is 5 %, CGST and SGST together.
    rate_basis_points integer NOT NULL CHECK (rate_basis_points BETWEEN 0 AND 10000),
    -- The legal source, such as a notification and its schedule.
    source text NOT NULL,
    -- The staff member who set it. Null for built-in rates.
    staff_id uuid,
    set_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (hsn, since)
);

-- Documents used the rates, so another rate follows instead of a change.
CREATE TRIGGER tax_rates_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON tax_rates
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO tax_rates (hsn, since, rate_basis_points, source) VALUES
    ('1211', '2017-07-01', 500, 'Notification 1/2017-Central Tax (Rate), Schedule I (2.5 % + 2.5 %): plants and parts of plants, not fresh'),
    ('1211', '2025-09-22', 500, 'Notification 9/2025-Central Tax (Rate), Schedule I (2.5 % + 2.5 %)'),
    ('3004', '2017-07-01', 1200, 'Notification 1/2017-Central Tax (Rate), Schedule II (6 % + 6 %); entries of Schedule I were at 5 %'),
    ('3004', '2025-09-22', 500, 'Notification 9/2025-Central Tax (Rate), Schedule I (2.5 % + 2.5 %)');

-- A transaction locks a billed order to decide about its documents, so that decisions happen one after the other.
CREATE TABLE billed_orders (
    order_id uuid PRIMARY KEY,
    -- The latest version of the order that decided its documents. An older one decides nothing.
    version integer NOT NULL DEFAULT 0,
    -- True if the shop had the sample profile at the order's first payment or document. The documents are then samples, and
    -- the books leave the order out. Null until that is decided.
    is_sample boolean
);

-- A number series holds the last number of a kind of document.
CREATE TABLE number_series (
    -- The row stays locked until the document of the next number is stored, so that no number is missing.
    kind text PRIMARY KEY CHECK (kind IN ('invoice', 'bill_of_supply', 'credit_note')),
    -- The calendar year in which the financial year begins, on 1 April.
    financial_year integer NOT NULL,
    last_serial integer NOT NULL CHECK (last_serial >= 0),
    -- 0, or the series that number.rs computes from the time of a restore in this financial year.
    series integer NOT NULL DEFAULT 0
);

INSERT INTO number_series (kind, financial_year, last_serial) VALUES
    ('invoice', 0, 0),
    ('bill_of_supply', 0, 0),
    ('credit_note', 0, 0);

-- Numbers the samples, so that they use no numbers of real documents. It may have gaps.
CREATE SEQUENCE sample_numbers;

-- The service issues a document about a sale or a credit, with the printed content of that day.
CREATE TABLE documents (
    id uuid PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('invoice', 'bill_of_supply', 'credit_note')),
    -- The calendar year in which the financial year begins.
    financial_year integer NOT NULL,
    serial integer NOT NULL CHECK (serial > 0),
    -- At most 16 letters, digits, hyphens and slashes, by rule 46 (b) of the CGST Rules.
    number text NOT NULL CONSTRAINT documents_number UNIQUE CHECK (number ~ '^[A-Z0-9/-]{1,16}$'),
    order_id uuid NOT NULL REFERENCES billed_orders (order_id),
    order_number text NOT NULL,
    -- The day in India.
    issued_on date NOT NULL,
    issued_at timestamptz NOT NULL,
    -- A sale, refunded money, or a reversal: goods came back or never arrived, or another document replaces it.
    cause text NOT NULL CHECK (cause IN ('sale', 'refund', 'reversal')),
    -- The id of the order, of the refund or of the replaced document. A suffix tells reversals apart.
    cause_id text NOT NULL,
    -- The sale document that a credit note corrects.
    corrects uuid REFERENCES documents (id),
    total_paise bigint NOT NULL CHECK (total_paise > 0),
    -- The printed content: Facts in facts.rs.
    facts jsonb NOT NULL CHECK (jsonb_typeof(facts) = 'object'),
    -- SHA-256 of the PDF.
    file_sha256 bytea NOT NULL CHECK (octet_length(file_sha256) = 32),
    -- As in number_series, or -1 for samples.
    series integer NOT NULL DEFAULT 0,
    CONSTRAINT documents_cause UNIQUE (cause, cause_id),
    CHECK ((kind = 'credit_note') = (corrects IS NOT NULL)),
    CHECK ((kind = 'credit_note') = (cause <> 'sale'))
);

CREATE INDEX documents_order_id ON documents (order_id, issued_at);
CREATE INDEX documents_issued_on ON documents (issued_on, id);
CREATE INDEX documents_corrects ON documents (corrects) WHERE corrects IS NOT NULL;
-- A number of a series has one document.
CREATE UNIQUE INDEX documents_place ON documents (kind, financial_year, series, serial);

CREATE TRIGGER documents_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON documents
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A document file is the PDF as it was issued, because a later program may draw another one.
CREATE TABLE document_files (
    document_id uuid PRIMARY KEY REFERENCES documents (id),
    pdf bytea NOT NULL
);

CREATE TRIGGER document_files_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON document_files
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The payment service or the order service reports a refund of an order's money.
CREATE TABLE refunds (
    refund_id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES billed_orders (order_id),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    -- A word of the payment service, such as returned or goodwill.
    reason text NOT NULL,
    -- True if the payment had paid the order. Only those refunds have credit notes.
    is_of_accepted boolean NOT NULL,
    -- True if the money went back.
    is_processed boolean NOT NULL,
    -- Rises with the state. A message with an older one is ignored.
    version integer NOT NULL
);

CREATE INDEX refunds_order_id ON refunds (order_id);

-- An order waits for its sale document, because an HSN code of its goods has no rate.
CREATE TABLE waiting_documents (
    order_id uuid PRIMARY KEY,
    -- The code of the product. Empty if the product has none.
    hsn text NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    -- The time of the last attempt, null without one. The periodic task tries the longest untried first.
    tried_at timestamptz,
    -- The buyer on the document. The order service may erase them meanwhile.
    full_name text,
    address text
);

-- A ledger entry moves money from one account to another.
CREATE TABLE ledger_entries (
    id uuid PRIMARY KEY,
    -- The day in India.
    booked_on date NOT NULL,
    -- The names of the accounts, such as bank or sales:5%.
    debit_account text NOT NULL CHECK (debit_account ~ '^[a-z_]+(:[a-z0-9_.%]+)?$'),
    credit_account text NOT NULL CHECK (credit_account ~ '^[a-z_]+(:[a-z0-9_.%]+)?$'),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    -- 'payment' is one through a provider, 'received_payment' is one without. 'settlement' is a provider's payout.
    cause text NOT NULL CHECK (cause IN ('document', 'payment', 'received_payment', 'refund', 'settlement', 'correction')),
    -- The id of the document, payment, order, refund, payout or correction.
    cause_id text NOT NULL,
    -- The step of the cause, or the step, a colon and a detail.
    part text NOT NULL,
    -- Empty for payouts and corrections.
    order_number text NOT NULL DEFAULT '',
    recorded_at timestamptz NOT NULL DEFAULT now(),
    -- A cause that is booked again gives the same entries.
    CONSTRAINT ledger_entries_cause UNIQUE (cause, cause_id, part),
    CONSTRAINT ledger_entries_accounts CHECK (credit_account <> debit_account)
);

CREATE INDEX ledger_entries_day ON ledger_entries (booked_on, id);

CREATE TRIGGER ledger_entries_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_change();

-- A staff member posts a correction of the books, with a reason.
CREATE TABLE corrections (
    id uuid PRIMARY KEY,
    -- Its ledger entry. Without a foreign key, so that the trigger of ledger_entries answers a TRUNCATE.
    entry_id uuid NOT NULL UNIQUE,
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 300),
    staff_id uuid,
    posted_at timestamptz NOT NULL DEFAULT now()
);

CREATE TRIGGER corrections_only_grow
    BEFORE UPDATE OR DELETE OR TRUNCATE ON corrections
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_change();

-- The sales register lists the amounts of each document by HSN code and rate, for the tax returns.
CREATE TABLE sales_register (
    document_id uuid NOT NULL,
    -- The row of the document, from 0.
    place integer NOT NULL CHECK (place >= 0),
    number text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('invoice', 'bill_of_supply', 'credit_note')),
    -- The day in India.
    issued_on date NOT NULL,
    order_number text NOT NULL,
    -- Such as 24-Gujarat. Empty if unknown.
    place_of_supply text NOT NULL,
    is_between_states boolean NOT NULL,
    -- The total of the sale with taxes. For a credit note, of the sale that it corrects.
    sale_paise bigint NOT NULL CHECK (sale_paise > 0),
    -- Empty on a credit note of charges alone.
    hsn text NOT NULL,
    -- In hundredths of a percent.
    rate_basis_points integer NOT NULL CHECK (rate_basis_points BETWEEN 0 AND 10000),
    -- The number of packs. This and the amounts are negative for a credit note.
    quantity bigint NOT NULL,
    taxable_paise bigint NOT NULL,
    cgst_paise bigint NOT NULL,
    sgst_paise bigint NOT NULL,
    igst_paise bigint NOT NULL,
    -- The number of the document that a credit note corrects. Empty for other documents.
    corrects text NOT NULL,
    PRIMARY KEY (issued_on, document_id, place)
);

CREATE TRIGGER sales_register_only_grows
    BEFORE UPDATE OR DELETE OR TRUNCATE ON sales_register
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_change();
