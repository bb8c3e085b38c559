-- Codes that lived out their time are looked for by it.
CREATE INDEX one_time_codes_expires_at ON one_time_codes (expires_at);
