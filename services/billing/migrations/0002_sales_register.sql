-- What was issued, a row for each document, HSN and rate: what returns are made of. Amounts of credit notes are below 0.
CREATE TABLE sales_register (
    document_id uuid NOT NULL,
    -- Which row of the document, from 0.
    place integer NOT NULL CHECK (place >= 0),
    number text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('invoice', 'bill_of_supply', 'credit_note')),
    -- The day in India.
    issued_on date NOT NULL,
    order_number text NOT NULL,
    -- Such as 24-Gujarat; empty where nobody knows it.
    place_of_supply text NOT NULL,
    is_between_states boolean NOT NULL,
    -- What the sale came to, taxes included; of a credit note, the sale that it is about.
    sale_paise bigint NOT NULL CHECK (sale_paise > 0),
    hsn text NOT NULL,
    rate_basis_points integer NOT NULL CHECK (rate_basis_points BETWEEN 0 AND 10000),
    quantity bigint NOT NULL,
    taxable_paise bigint NOT NULL,
    cgst_paise bigint NOT NULL,
    sgst_paise bigint NOT NULL,
    igst_paise bigint NOT NULL,
    -- The number of the document that a credit note is about; else empty.
    corrects text NOT NULL,
    PRIMARY KEY (issued_on, document_id, place)
);

CREATE TRIGGER sales_register_only_grows
    BEFORE UPDATE OR DELETE OR TRUNCATE ON sales_register
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_change();
