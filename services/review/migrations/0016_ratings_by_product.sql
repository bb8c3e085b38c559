-- What shoppers gave each product, by its id: a product that is renamed keeps it. The version before reads product_ratings, which
-- stays until no program does.
CREATE TABLE ratings_by_product (
    product_id uuid PRIMARY KEY,
    -- As the last review of it calls it, in lower case.
    product_name text NOT NULL,
    review_count bigint NOT NULL CHECK (review_count >= 0),
    rating_tenths_sum bigint NOT NULL
);

-- The same of reviews whose product is not known.
CREATE TABLE ratings_by_name (
    -- As the reviews call it, in lower case.
    product_name text PRIMARY KEY,
    review_count bigint NOT NULL CHECK (review_count >= 0),
    rating_tenths_sum bigint NOT NULL
);

-- Whether one of the two tables holds it, or never will for it is a sample. It is so of every review that was written since; a sweep
-- has those counted that were there before, some at a time, for all at once would have everybody wait who writes meanwhile.
ALTER TABLE reviews ADD COLUMN is_counted boolean NOT NULL DEFAULT false;

CREATE FUNCTION mark_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.is_counted := true;
    RETURN NEW;
END
$$;

CREATE FUNCTION count_product_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.is_counted AND NOT OLD.is_sample THEN
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
    IF TG_OP <> 'DELETE' AND NOT NEW.is_sample THEN
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

CREATE TRIGGER mark_counted BEFORE INSERT OR UPDATE ON reviews
    FOR EACH ROW EXECUTE FUNCTION mark_counted();

-- Behind the other, for an INSERT may yet find that its review is there.
CREATE TRIGGER count_product_rating AFTER INSERT OR UPDATE OR DELETE ON reviews
    FOR EACH ROW EXECUTE FUNCTION count_product_rating();
