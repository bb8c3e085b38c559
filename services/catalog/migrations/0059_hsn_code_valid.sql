ALTER TABLE products VALIDATE CONSTRAINT products_hsn_code;
