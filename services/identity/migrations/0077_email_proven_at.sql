-- When a code first proved that the account's address is its shopper's. Only then other services join data by the address.
ALTER TABLE accounts ADD COLUMN email_proven_at timestamptz;

-- Whether the address of a deleted account was proven, for services that erase by it.
ALTER TABLE erasures ADD COLUMN email_is_proven boolean NOT NULL DEFAULT false;
