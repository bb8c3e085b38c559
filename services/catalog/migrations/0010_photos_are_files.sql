-- A photo was named by the beginning of its files' names, which answers nobody; now it is the address of one of the files.
UPDATE products
SET photos = (
    SELECT jsonb_agg(
        CASE WHEN photo ~ '^/images/products/[a-z0-9-]+$' THEN photo || '-800.webp' ELSE photo END
        ORDER BY place
    )
    FROM jsonb_array_elements_text(photos) WITH ORDINALITY AS named (photo, place)
)
WHERE jsonb_typeof(photos) = 'array'
  AND photos::text ~ '"/images/products/[a-z0-9-]+"';
