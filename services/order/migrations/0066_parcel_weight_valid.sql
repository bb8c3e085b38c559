-- Orders go on being placed while this reads the table.
ALTER TABLE orders VALIDATE CONSTRAINT orders_parcel_weight;
