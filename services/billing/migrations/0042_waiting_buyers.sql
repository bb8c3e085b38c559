-- The buyer of a document that waits: the order forgets a person who is erased, and the document has to name its buyer.
ALTER TABLE waiting_documents
    ADD COLUMN full_name text,
    ADD COLUMN address text;
