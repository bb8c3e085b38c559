-- Invitations that were accepted a moment ago: whoever accepted, and did not get the answer, is answered the same again.
CREATE TABLE accepted_staff_invitations (
    -- As in staff_invitations.
    token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    staff_id uuid NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    accepted_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX accepted_staff_invitations_age ON accepted_staff_invitations (accepted_at);
CREATE INDEX accepted_staff_invitations_of_staff ON accepted_staff_invitations (staff_id);
