-- The catalog's name for the pack; absent in lines of the version before this one.
ALTER TABLE order_lines ADD COLUMN sku text;
