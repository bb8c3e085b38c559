-- Reviews go on being written while these read the table.
ALTER TABLE reviews VALIDATE CONSTRAINT reviews_state;
ALTER TABLE reviews VALIDATE CONSTRAINT reviews_refusal_reason;

-- The shop wrote them itself: nobody of the staff has to read them.
UPDATE reviews SET state = 'approved' WHERE is_sample;
