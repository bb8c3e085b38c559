-- Samples are taken away together, and are few among a million reviews.
CREATE INDEX reviews_sample ON reviews (id) WHERE is_sample;
