-- The shelf on which a batch lies, as packers call it; empty when nobody said.
ALTER TABLE batches ADD COLUMN shelf text NOT NULL DEFAULT '';

-- Whether an order's parcel is closed: its packs are not exchanged for those of another order any more.
ALTER TABLE reservations ADD COLUMN is_packed boolean NOT NULL DEFAULT false;
