-- The address that a checkout begins with. A version that does not know of it saves addresses that are not.
ALTER TABLE addresses ADD COLUMN is_default boolean NOT NULL DEFAULT false;
