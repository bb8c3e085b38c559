-- Marks a written review as counted: count_product_rating counts it after the write.
CREATE FUNCTION mark_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.is_counted := true;
    RETURN NEW;
END
$$;

CREATE TRIGGER mark_counted BEFORE INSERT OR UPDATE ON reviews
    FOR EACH ROW EXECUTE FUNCTION mark_counted();

-- Subtracts the old review from the rating of its product or name, and adds the new one.
-- Samples, refused reviews and held reviews do not count.
CREATE FUNCTION count_product_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- A change that affects no rating does not lock the rating's row, for which other writers would wait.
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

-- After the write, because an INSERT with ON CONFLICT DO NOTHING may write nothing.
CREATE TRIGGER count_product_rating AFTER INSERT OR UPDATE OR DELETE ON reviews
    FOR EACH ROW EXECUTE FUNCTION count_product_rating();

-- Refuses changes of the moderation history.
CREATE FUNCTION keep_moderations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The foreign key deletes the entries of a deleted review, by a trigger of its own.
    IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% only grows: its rows are never changed, and removed with their review', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER keep_moderations BEFORE UPDATE OR DELETE ON review_moderations
    FOR EACH ROW EXECUTE FUNCTION keep_moderations();
