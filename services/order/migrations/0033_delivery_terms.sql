-- What an operator decides for a pincode, instead of what its zone says; absent for nearly all.
ALTER TABLE pincodes
    -- The way there; the policy page promises at most ₹100.
    ADD COLUMN delivery_paise bigint CHECK (delivery_paise BETWEEN 0 AND 10000),
    -- Whether the carrier collects cash.
    ADD COLUMN takes_cash boolean,
    ADD COLUMN cod_fee_paise bigint CHECK (cod_fee_paise BETWEEN 0 AND 10000);
