ALTER TABLE reservations
    -- The version of the newest event that was heard of an order, so that an older one that comes late changes nothing.
    ADD COLUMN version bigint NOT NULL DEFAULT 0,
    -- What is done once the order's lines are known, whose shipping or return was heard of first.
    ADD COLUMN awaits text;

-- No row breaks it, for none has one; the table is not read while it is locked.
ALTER TABLE reservations ADD CONSTRAINT reservations_awaits CHECK (awaits IN ('shipped', 'returned')) NOT VALID;
