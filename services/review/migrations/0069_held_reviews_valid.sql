-- Reviews go on being written while this reads the table.
ALTER TABLE reviews VALIDATE CONSTRAINT reviews_held;

-- Reviews that wait were looked through for claims alone. The sweep looks through them again, and holds what it marks.
UPDATE reviews SET checked_version = 0 WHERE state = 'waiting' AND NOT is_sample;
