-- A parcel may be lost on its way. Not valid yet, so that the table is not read while it is locked; the next migration sees to it.
ALTER TABLE orders
    DROP CONSTRAINT orders_status,
    ADD CONSTRAINT orders_status CHECK (status IN (
        'placed', 'confirmed', 'packed', 'shipped', 'delivered', 'return_requested', 'returned', 'cancelled', 'came_back', 'lost'
    )) NOT VALID;
