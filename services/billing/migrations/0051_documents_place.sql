-- no-transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS documents_place ON documents (kind, financial_year, series, serial);
