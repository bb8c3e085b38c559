-- When a waiting document was tried last. Documents that fail again come after the others.
ALTER TABLE waiting_documents ADD COLUMN tried_at timestamptz;
