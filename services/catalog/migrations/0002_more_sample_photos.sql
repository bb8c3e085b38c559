-- The sample products were sold with one photo each; shops that were opened then get the two that came later.
UPDATE products
SET photos = jsonb_build_array(photos -> 0, (photos ->> 0) || '-angle', (photos ->> 0) || '-detail')
WHERE jsonb_array_length(photos) = 1
  AND photos ->> 0 ~ '^/images/products/(amla|ashwagandha|b12|diabetes-support|jamun|karela|karela-jamun|moringa|neem|shallaki|triphala|tulsi)$';
