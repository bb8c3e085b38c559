-- The program notes an order's first change itself; this did it for the version that knew no changes.
DROP TRIGGER orders_placing ON orders;
DROP FUNCTION note_placing();
