-- The code of a product by the Harmonised System, under which its tax is looked up and which its invoices print: heading 1211, plants
-- for perfumery and pharmacy, until somebody says otherwise.
ALTER TABLE products
    ADD COLUMN hsn_code text NOT NULL DEFAULT '1211',
    ADD CONSTRAINT products_hsn_code CHECK (hsn_code ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$') NOT VALID;
