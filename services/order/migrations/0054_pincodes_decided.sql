-- no-transaction
-- The pincodes that somebody decided anything about: few of 19,000.
CREATE INDEX CONCURRENTLY IF NOT EXISTS pincodes_decided ON pincodes (pincode)
    WHERE num_nonnulls(zone, delivery_paise, takes_cash, cod_fee_paise) > 0;
