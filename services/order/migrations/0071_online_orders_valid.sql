-- Orders go on being placed while these read the table.
ALTER TABLE orders VALIDATE CONSTRAINT orders_payment_method;
ALTER TABLE orders VALIDATE CONSTRAINT orders_payment_status;
ALTER TABLE orders VALIDATE CONSTRAINT orders_payment_due;
ALTER TABLE orders VALIDATE CONSTRAINT orders_refunds;
