-- A number series begins anew after the database was put back from a backup: documents that were issued after the backup have numbers
-- of the series before. 0 is the series of a database that never was put back; `document/number.rs` makes the others.
ALTER TABLE number_series ADD COLUMN series integer NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN series integer NOT NULL DEFAULT 0;
