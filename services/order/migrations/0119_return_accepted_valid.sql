-- Orders go on being placed while this reads the table.
ALTER TABLE orders VALIDATE CONSTRAINT orders_status;
ALTER TABLE orders VALIDATE CONSTRAINT orders_return_terms;
