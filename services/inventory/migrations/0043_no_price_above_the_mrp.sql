-- No pack is sold above the price that is printed on it: Legal Metrology (Packaged Commodities) Rules, 18(2).
ALTER TABLE reserved_packs
    -- What a pack is sold at; 0 when the order did not say.
    ADD COLUMN price_paise bigint NOT NULL DEFAULT 0,
    -- What is printed on it; absent for what the version before reserved.
    ADD COLUMN mrp_paise bigint;

-- No row breaks them, for none has an MRP; the table is not read while it is locked.
ALTER TABLE reserved_packs
    ADD CONSTRAINT reserved_packs_within_mrp CHECK (price_paise <= mrp_paise) NOT VALID,
    ADD CONSTRAINT reserved_packs_mrp_of_batch FOREIGN KEY (batch_id, mrp_paise) REFERENCES batches (id, mrp_paise) NOT VALID;

-- At which price an order waits for packs.
ALTER TABLE oversold_packs ADD COLUMN price_paise bigint NOT NULL DEFAULT 0;
