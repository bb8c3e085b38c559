-- How somebody of the shop sent a refund that no provider sends: by which way, on which day, and who says so. The reference is the bank's
-- number for it, such as a UTR; of cash, who took it.
ALTER TABLE refunds
    ADD COLUMN manual_channel text,
    ADD COLUMN manual_reference text,
    ADD COLUMN sent_on date,
    ADD COLUMN sent_by uuid,
    ADD CONSTRAINT refunds_manual CHECK (
        CASE WHEN manual_channel IS NULL THEN manual_reference IS NULL AND sent_on IS NULL AND sent_by IS NULL
        ELSE manual_channel IN ('upi', 'bank_transfer', 'cash') AND length(manual_reference) BETWEEN 1 AND 60
            AND manual_reference IS NOT NULL AND sent_on IS NOT NULL AND state = 'processed' END) NOT VALID;
