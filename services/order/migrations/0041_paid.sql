-- Money comes, and staff write it down. Not valid yet, so that the table is not read while it is locked; the next migration sees to it.
ALTER TABLE orders
    DROP CONSTRAINT orders_payment_status_check,
    ADD CONSTRAINT orders_payment_status CHECK (payment_status IN ('pending', 'paid')) NOT VALID;
