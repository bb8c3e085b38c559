-- How many packs unconfirmed orders hold, as a sweep counted them last. One row, which every replica reads.
CREATE TABLE unconfirmed_sums (
    is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    packs bigint NOT NULL
);
