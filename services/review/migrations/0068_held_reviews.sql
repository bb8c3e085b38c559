-- A review with a forbidden claim or somebody's contact details is held until staff have read it; the owner may hold every review.
ALTER TABLE reviews
    -- Whether it waits without being shown. Only a review that waits is held.
    ADD COLUMN is_held boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT reviews_held CHECK (NOT is_held OR state = 'waiting') NOT VALID;

-- Held reviews do not count, as refused ones and samples never did.
CREATE OR REPLACE FUNCTION count_product_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.is_counted
        AND (OLD.is_sample, OLD.state = 'refused' OR OLD.is_held, OLD.product_id, lower(OLD.product_name), OLD.rating_tenths)
            IS NOT DISTINCT FROM
            (NEW.is_sample, NEW.state = 'refused' OR NEW.is_held, NEW.product_id, lower(NEW.product_name), NEW.rating_tenths) THEN
        RETURN NULL;
    END IF;
    IF TG_OP <> 'INSERT' AND OLD.is_counted AND NOT OLD.is_sample AND OLD.state <> 'refused' AND NOT OLD.is_held THEN
        IF OLD.product_id IS NULL THEN
            UPDATE ratings_by_name
                SET review_count = review_count - 1, rating_tenths_sum = rating_tenths_sum - OLD.rating_tenths
                WHERE product_name = lower(OLD.product_name);
        ELSE
            UPDATE ratings_by_product
                SET review_count = review_count - 1, rating_tenths_sum = rating_tenths_sum - OLD.rating_tenths
                WHERE product_id = OLD.product_id;
        END IF;
    END IF;
    IF TG_OP <> 'DELETE' AND NOT NEW.is_sample AND NEW.state <> 'refused' AND NOT NEW.is_held THEN
        IF NEW.product_id IS NULL THEN
            INSERT INTO ratings_by_name AS known (product_name, review_count, rating_tenths_sum)
                VALUES (lower(NEW.product_name), 1, NEW.rating_tenths)
                ON CONFLICT (product_name) DO UPDATE
                SET review_count = known.review_count + 1,
                    rating_tenths_sum = known.rating_tenths_sum + NEW.rating_tenths;
        ELSE
            INSERT INTO ratings_by_product AS known (product_id, product_name, review_count, rating_tenths_sum)
                VALUES (NEW.product_id, lower(NEW.product_name), 1, NEW.rating_tenths)
                ON CONFLICT (product_id) DO UPDATE
                SET product_name = excluded.product_name,
                    review_count = known.review_count + 1,
                    rating_tenths_sum = known.rating_tenths_sum + NEW.rating_tenths;
        END IF;
    END IF;
    RETURN NULL;
END
$$;
