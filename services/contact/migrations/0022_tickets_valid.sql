-- Messages go on being taken while this reads the table.
ALTER TABLE messages VALIDATE CONSTRAINT messages_numbered;
ALTER TABLE messages VALIDATE CONSTRAINT messages_state;
ALTER TABLE messages VALIDATE CONSTRAINT messages_answered;
ALTER TABLE messages VALIDATE CONSTRAINT messages_closed;
