-- The sweep reads inbox_handled_at; this one was written with every event and read by versions that are gone.
DROP INDEX inbox_handled;
