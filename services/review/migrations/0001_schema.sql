-- A review gives a shopper's text and rating of a product. Samples show a new shop's pages.
CREATE TABLE reviews (
    id uuid PRIMARY KEY,
    -- The writer's account. Samples have none.
    account_id uuid,
    -- The writer's display name.
    name text NOT NULL,
    -- As the writer typed it.
    product_name text NOT NULL,
    review text NOT NULL,
    -- Tenths of a star.
    rating_tenths smallint NOT NULL CHECK (rating_tenths BETWEEN 0 AND 50),
    created_at timestamptz NOT NULL DEFAULT now(),
    is_sample boolean NOT NULL DEFAULT false,
    -- Changes by the writer and by staff increase it.
    version integer NOT NULL DEFAULT 1,
    -- The time of the writer's last change.
    edited_at timestamptz,
    -- The product with this name. NULL until it is known: a periodic task looks it up in the catalog.
    product_id uuid,
    -- True if the writer received a pack of the product. It stays true if the pack is returned later.
    is_verified boolean NOT NULL DEFAULT false,
    -- The decision of staff on the current text. Shoppers see a review unless it is refused or held.
    state text NOT NULL DEFAULT 'waiting' CONSTRAINT reviews_state CHECK (state IN ('waiting', 'approved', 'refused')),
    -- The writer reads it.
    refusal_reason text,
    shop_answer text,
    -- The time of the last approval or refusal.
    moderated_at timestamptz,
    -- The staff member who approved or refused it last.
    moderated_by uuid,
    -- True if the text may contain a forbidden claim or contact details.
    is_flagged boolean NOT NULL DEFAULT false,
    -- The version whose text was checked for flagged parts. A periodic task checks the review if it differs from the version.
    checked_version integer NOT NULL DEFAULT 0,
    -- True if the review waits without being shown.
    is_held boolean NOT NULL DEFAULT false,
    CHECK (is_sample OR account_id IS NOT NULL),
    CONSTRAINT reviews_refusal_reason CHECK ((state = 'refused') = (refusal_reason IS NOT NULL)),
    CONSTRAINT reviews_held CHECK (NOT is_held OR state = 'waiting')
);

CREATE INDEX reviews_newest ON reviews (created_at DESC, id DESC);
CREATE INDEX reviews_newest_of_product ON reviews (lower(product_name), created_at DESC, id DESC);
-- For the removal of all samples, which are few.
CREATE INDEX reviews_sample ON reviews (id) WHERE is_sample;
CREATE INDEX reviews_account_id ON reviews (account_id, created_at DESC, id DESC) WHERE account_id IS NOT NULL;
CREATE INDEX reviews_product_id ON reviews (product_id, created_at DESC, id DESC) WHERE product_id IS NOT NULL;
-- For the ratings of all products, which are read from this index alone.
CREATE INDEX reviews_rated ON reviews (product_id) INCLUDE (rating_tenths)
    WHERE product_id IS NOT NULL AND NOT is_sample AND state <> 'refused' AND NOT is_held;
-- For product pages, for ratings by name, and for the periodic task that looks up the product. These reviews are few.
CREATE INDEX reviews_without_product ON reviews (lower(product_name), created_at DESC, id DESC) WHERE product_id IS NULL;
-- Staff read flagged reviews first, then those that wait longest.
CREATE INDEX reviews_waiting ON reviews ((NOT is_flagged), (coalesce(edited_at, created_at)), id) WHERE state = 'waiting';
-- The latest decision first.
CREATE INDEX reviews_moderated ON reviews (state, (coalesce(moderated_at, created_at)) DESC, id DESC)
    WHERE state <> 'waiting';
CREATE INDEX reviews_moderated_flagged ON reviews (state, (coalesce(moderated_at, created_at)) DESC, id DESC)
    WHERE state <> 'waiting' AND is_flagged;
CREATE INDEX reviews_not_checked ON reviews (id) WHERE checked_version <> version;

-- A bought pack was delivered to an account, as the order service reported. It verifies one review.
CREATE TABLE bought_packs (
    order_id uuid NOT NULL,
    product_id uuid NOT NULL,
    weight_in_grams integer NOT NULL CHECK (weight_in_grams > 0),
    account_id uuid NOT NULL,
    -- The product's name when it was ordered.
    product_name text NOT NULL,
    delivered_at timestamptz NOT NULL,
    -- True if all packs of this product and weight were returned. They verify no further review.
    is_returned boolean NOT NULL,
    -- The order's version in the last stored report.
    order_version integer NOT NULL,
    -- The review that the pack verifies.
    review_id uuid UNIQUE REFERENCES reviews ON DELETE SET NULL,
    PRIMARY KEY (order_id, product_id, weight_in_grams)
);

CREATE INDEX bought_packs_account_id ON bought_packs (account_id);

-- A moderation records one decision or answer of a staff member. It exists as long as its review.
CREATE TABLE review_moderations (
    id uuid PRIMARY KEY,
    review_id uuid NOT NULL REFERENCES reviews ON DELETE CASCADE,
    -- NULL if the call had no staff token, as in development.
    staff_id uuid,
    decided_at timestamptz NOT NULL DEFAULT now(),
    decision text NOT NULL CHECK (decision IN ('approved', 'refused', 'answered', 'answer_removed')),
    -- The reason of a refusal.
    reason text,
    -- The review's version after the change.
    version integer NOT NULL CHECK (version > 1),
    UNIQUE (review_id, version),
    CHECK ((decision = 'refused') = (reason IS NOT NULL))
);

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

-- A row marks a set of samples as added, so that the service never adds deleted samples again.
CREATE TABLE planted (
    -- The name of the set: reviews.
    what text PRIMARY KEY,
    planted_at timestamptz NOT NULL DEFAULT now()
);
