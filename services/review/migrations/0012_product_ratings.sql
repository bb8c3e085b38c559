-- What shoppers gave each product, over all its reviews. Samples are not shoppers, so they do not count. The table follows
-- the reviews whoever writes them, a program of the version before this one and an operator too.
CREATE TABLE product_ratings (
    -- As the reviews call it, in lower case.
    product_name text PRIMARY KEY,
    review_count bigint NOT NULL CHECK (review_count >= 0),
    rating_tenths_sum bigint NOT NULL
);

CREATE FUNCTION count_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND NOT OLD.is_sample THEN
        UPDATE product_ratings
            SET review_count = review_count - 1, rating_tenths_sum = rating_tenths_sum - OLD.rating_tenths
            WHERE product_name = lower(OLD.product_name);
    END IF;
    IF TG_OP <> 'DELETE' AND NOT NEW.is_sample THEN
        INSERT INTO product_ratings AS known (product_name, review_count, rating_tenths_sum)
            VALUES (lower(NEW.product_name), 1, NEW.rating_tenths)
            ON CONFLICT (product_name) DO UPDATE
            SET review_count = known.review_count + 1,
                rating_tenths_sum = known.rating_tenths_sum + NEW.rating_tenths;
    END IF;
    RETURN NULL;
END
$$;

-- No review comes between the counting of those that are there and of those that follow.
LOCK TABLE reviews IN SHARE ROW EXCLUSIVE MODE;

CREATE TRIGGER count_rating AFTER INSERT OR UPDATE OR DELETE ON reviews
    FOR EACH ROW EXECUTE FUNCTION count_rating();

INSERT INTO product_ratings (product_name, review_count, rating_tenths_sum)
    SELECT lower(product_name), count(*), sum(rating_tenths) FROM reviews WHERE NOT is_sample GROUP BY 1;
