-- Money goes on being written down while this reads the table.
ALTER TABLE received_payments VALIDATE CONSTRAINT received_payments_channel;
