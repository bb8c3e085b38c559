ALTER TABLE reservations
    -- The version of the order in which its lines are known; 0 while they are those it was placed with.
    ADD COLUMN lines_version bigint NOT NULL DEFAULT 0,
    -- The version that a correction of the order's lines will give it, while nobody knows whether it does: what is more is reserved
    -- already, and what is less not given back.
    ADD COLUMN change_version bigint,
    -- Whether the order was corrected is asked after this.
    ADD COLUMN change_settle_by timestamptz;

-- No row breaks it, for none has one; the table is not read while it is locked.
ALTER TABLE reservations ADD CONSTRAINT reservations_change
    CHECK ((change_version IS NULL) = (change_settle_by IS NULL)) NOT VALID;
