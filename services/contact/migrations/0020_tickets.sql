-- Messages are tickets. The version before writes none of these columns, and reads none.
CREATE SEQUENCE ticket_numbers;

ALTER TABLE messages
    -- What people call it by.
    ADD COLUMN ticket_number bigint,
    -- What an address carries that belongs to this ticket alone: whoever knows it may write into the thread.
    ADD COLUMN reply_token uuid,
    ADD COLUMN state text NOT NULL DEFAULT 'open',
    -- When it was answered first.
    ADD COLUMN answered_at timestamptz,
    ADD COLUMN closed_at timestamptz,
    -- Until when the shop has to answer it, or to close it once it was answered. A message of the version before is due at once.
    ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
    -- When something was last written or done about it.
    ADD COLUMN last_entry_at timestamptz NOT NULL DEFAULT now(),
    ADD CONSTRAINT messages_numbered CHECK (ticket_number IS NOT NULL AND reply_token IS NOT NULL) NOT VALID,
    ADD CONSTRAINT messages_state CHECK (state IN ('open', 'answered', 'closed')) NOT VALID,
    ADD CONSTRAINT messages_answered CHECK (state <> 'answered' OR answered_at IS NOT NULL) NOT VALID,
    ADD CONSTRAINT messages_closed CHECK ((state = 'closed') = (closed_at IS NOT NULL)) NOT VALID;

-- On their own, so that the rows that are there are not written while the table is locked; the next migration sees to those.
ALTER TABLE messages
    ALTER COLUMN ticket_number SET DEFAULT nextval('ticket_numbers'),
    ALTER COLUMN reply_token SET DEFAULT gen_random_uuid();

ALTER SEQUENCE ticket_numbers OWNED BY messages.ticket_number;

-- What was written or done about a ticket after its message. Rows are only ever added, and go with the message.
CREATE TABLE ticket_entries (
    id uuid PRIMARY KEY,
    message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    -- The order in which they came.
    entry_number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL CHECK (kind IN ('from_shopper', 'answer', 'note', 'closed', 'reopened')),
    -- Empty where nothing was written.
    text text NOT NULL CHECK (text <> '' OR kind IN ('closed', 'reopened')),
    written_at timestamptz NOT NULL,
    -- Who of the staff; absent for the shopper and for the shop's programs.
    staff_id uuid CHECK (staff_id IS NULL OR kind <> 'from_shopper'),
    -- The SHA-256 of what tells a mail from others: its Message-ID, or all of it where it has none.
    mail_hash bytea CHECK ((mail_hash IS NOT NULL) = (kind = 'from_shopper')),
    -- A mail that comes again is kept once.
    CONSTRAINT ticket_entries_mail UNIQUE (message_id, mail_hash)
);
-- A thread, in its order.
CREATE INDEX ticket_entries_message_id ON ticket_entries (message_id, entry_number);
