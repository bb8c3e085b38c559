-- A code of the network that a guest's order comes from, until the order is moved: the packs that a network holds unconfirmed are bounded.
ALTER TABLE orders ADD COLUMN network bytea;
