-- Staff read, approve, refuse and answer reviews. The version before writes none of these columns: what it keeps waits, and what it
-- changes is found by checked_version.
ALTER TABLE reviews
    -- What staff decided. A review is shown unless it is refused.
    ADD COLUMN state text NOT NULL DEFAULT 'waiting',
    -- As its writer reads it.
    ADD COLUMN refusal_reason text,
    ADD COLUMN shop_answer text,
    ADD COLUMN moderated_at timestamptz,
    ADD COLUMN moderated_by uuid,
    -- Whether its text may hold a claim that the law forbids.
    ADD COLUMN is_flagged boolean NOT NULL DEFAULT false,
    -- The version whose text that was looked for in; a sweep looks where it is another than the review's.
    ADD COLUMN checked_version integer NOT NULL DEFAULT 0,
    ADD CONSTRAINT reviews_state CHECK (state IN ('waiting', 'approved', 'refused')) NOT VALID,
    ADD CONSTRAINT reviews_refusal_reason CHECK ((state = 'refused') = (refusal_reason IS NOT NULL)) NOT VALID;

-- What staff decided and answered; rows go with their review alone.
CREATE TABLE review_moderations (
    id uuid PRIMARY KEY,
    review_id uuid NOT NULL REFERENCES reviews ON DELETE CASCADE,
    -- Who decided; none where programs do not say for whom they call, as in development.
    staff_id uuid,
    decided_at timestamptz NOT NULL DEFAULT now(),
    decision text NOT NULL CHECK (decision IN ('approved', 'refused', 'answered', 'answer_removed')),
    -- Why it was refused.
    reason text,
    -- The version of the review that came of it.
    version integer NOT NULL CHECK (version > 1),
    UNIQUE (review_id, version),
    CHECK ((decision = 'refused') = (reason IS NOT NULL))
);

CREATE FUNCTION keep_moderations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- By the key above, and not by whoever asks for it.
    IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% only grows: its rows are never changed, and removed with their review', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER keep_moderations BEFORE UPDATE OR DELETE ON review_moderations
    FOR EACH ROW EXECUTE FUNCTION keep_moderations();

-- Refused reviews do not count, as samples never did. A change of nothing that counts leaves the ratings alone, on which else
-- everybody would wait who changes a review of the product.
CREATE OR REPLACE FUNCTION count_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE'
        AND (OLD.is_sample, OLD.state = 'refused', lower(OLD.product_name), OLD.rating_tenths)
            = (NEW.is_sample, NEW.state = 'refused', lower(NEW.product_name), NEW.rating_tenths) THEN
        RETURN NULL;
    END IF;
    IF TG_OP <> 'INSERT' AND NOT OLD.is_sample AND OLD.state <> 'refused' THEN
        UPDATE product_ratings
            SET review_count = review_count - 1, rating_tenths_sum = rating_tenths_sum - OLD.rating_tenths
            WHERE product_name = lower(OLD.product_name);
    END IF;
    IF TG_OP <> 'DELETE' AND NOT NEW.is_sample AND NEW.state <> 'refused' THEN
        INSERT INTO product_ratings AS known (product_name, review_count, rating_tenths_sum)
            VALUES (lower(NEW.product_name), 1, NEW.rating_tenths)
            ON CONFLICT (product_name) DO UPDATE
            SET review_count = known.review_count + 1,
                rating_tenths_sum = known.rating_tenths_sum + NEW.rating_tenths;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION count_product_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.is_counted
        AND (OLD.is_sample, OLD.state = 'refused', OLD.product_id, lower(OLD.product_name), OLD.rating_tenths)
            IS NOT DISTINCT FROM
            (NEW.is_sample, NEW.state = 'refused', NEW.product_id, lower(NEW.product_name), NEW.rating_tenths) THEN
        RETURN NULL;
    END IF;
    IF TG_OP <> 'INSERT' AND OLD.is_counted AND NOT OLD.is_sample AND OLD.state <> 'refused' THEN
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
    IF TG_OP <> 'DELETE' AND NOT NEW.is_sample AND NEW.state <> 'refused' THEN
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
