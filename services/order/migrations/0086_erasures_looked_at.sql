-- When the orders of a person who waits to be erased were looked at last. Those who must wait longer come after the others.
ALTER TABLE erasures ADD COLUMN looked_at timestamptz;
