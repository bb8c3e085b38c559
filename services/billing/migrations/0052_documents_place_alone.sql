-- Each series has a first document.
ALTER TABLE documents DROP CONSTRAINT documents_serial;
