-- Ratings are counted by product (0016_ratings_by_product.sql); no program reads those by name alone any more.
DROP TRIGGER count_rating ON reviews;
DROP FUNCTION count_rating();
DROP TABLE product_ratings;
DROP INDEX reviews_not_counted;
