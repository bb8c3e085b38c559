-- The log names the one thing that a token was good for, and what a list showed. The version before writes neither.
ALTER TABLE staff_log ADD COLUMN about text NOT NULL DEFAULT '';
ALTER TABLE staff_log_outcomes ADD COLUMN shown text[] NOT NULL DEFAULT '{}';
