-- The version of the newest event that was heard of an order, so that an older one that comes late changes nothing.
ALTER TABLE reservations ADD COLUMN version bigint NOT NULL DEFAULT 0;
-- What is done once the order's lines are known, whose shipping or return was heard of first.
ALTER TABLE reservations ADD COLUMN awaits text CHECK (awaits IN ('shipped', 'returned'));
