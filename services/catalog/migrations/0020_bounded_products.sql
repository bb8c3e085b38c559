-- Lists carry whole products, so that one of megabytes would take them all down. Rows that are there already stay until
-- they are changed.
ALTER TABLE products ADD CONSTRAINT products_size CHECK (
    octet_length(product_name) + octet_length(hindi_name) + octet_length(tagline) + octet_length(description)
    + octet_length(photos::text) + octet_length(ingredients::text) + octet_length(benefits::text)
    + octet_length(other_names::text) + octet_length(concerns::text) + octet_length(how_to_use)
    + octet_length(cautions) + octet_length(storage) <= 60000
) NOT VALID;
