-- What the packs cost that the shop took back, in paise; 0 while it took none. The version before this one, which serves meanwhile, writes none.
ALTER TABLE orders ADD COLUMN returned_paise bigint NOT NULL DEFAULT 0;
