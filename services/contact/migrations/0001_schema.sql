-- Searches for part of a name use trigrams. The extension is trusted: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE SEQUENCE ticket_numbers;

-- A shopper sent a message to the shop. The message opens a ticket.
CREATE TABLE messages (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL,
    -- Ten digits.
    phone text NOT NULL,
    subject text NOT NULL
        CHECK (subject IN ('general inquiry', 'product information', 'order status', 'other')),
    message text NOT NULL,
    received_at timestamptz NOT NULL,
    -- The number that shoppers and staff use, written T0001.
    ticket_number bigint DEFAULT nextval('ticket_numbers'),
    -- The secret part of the ticket's reply address. A sender who knows it may write into the thread.
    reply_token uuid DEFAULT gen_random_uuid(),
    -- open: the shop has to answer. answered: the shop answered last.
    state text NOT NULL DEFAULT 'open' CONSTRAINT messages_state CHECK (state IN ('open', 'answered', 'closed')),
    -- The time of the first answer.
    answered_at timestamptz,
    closed_at timestamptz,
    -- The next deadline: for the first answer, then for closing.
    due_at timestamptz NOT NULL DEFAULT now(),
    -- The time of the newest entry in the thread.
    last_entry_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT messages_numbered CHECK (ticket_number IS NOT NULL AND reply_token IS NOT NULL),
    CONSTRAINT messages_answered CHECK (state <> 'answered' OR answered_at IS NOT NULL),
    CONSTRAINT messages_closed CHECK ((state = 'closed') = (closed_at IS NOT NULL))
);
ALTER SEQUENCE ticket_numbers OWNED BY messages.ticket_number;

-- The messages of an address: for searches, and for a shopper's export and erasure.
CREATE INDEX messages_email ON messages (lower(email), received_at);
CREATE UNIQUE INDEX messages_ticket_number ON messages (ticket_number);
CREATE UNIQUE INDEX messages_reply_token ON messages (reply_token);
-- Open tickets by deadline, and the late ones.
CREATE INDEX messages_due_at ON messages (state, due_at, id);
-- Tickets in a state, by newest entry.
CREATE INDEX messages_state ON messages (state, last_entry_at, id);
-- All tickets, by newest entry.
CREATE INDEX messages_last_entry_at ON messages (last_entry_at, id);
CREATE INDEX messages_phone ON messages (phone, received_at);
-- Every search reads the pending list. The limit, in kilobytes, keeps it short.
CREATE INDEX messages_name ON messages USING gin (lower(name) gin_trgm_ops) WITH (gin_pending_list_limit = 256);

-- A shopper or a staff member added an entry to the thread of a ticket. Entries are never changed.
CREATE TABLE ticket_entries (
    id uuid PRIMARY KEY,
    message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    -- The order of the thread.
    entry_number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    -- answer: sent by mail. note: only staff see it.
    kind text NOT NULL CHECK (kind IN ('from_shopper', 'answer', 'note', 'closed', 'reopened')),
    text text NOT NULL CHECK (text <> '' OR kind IN ('closed', 'reopened')),
    written_at timestamptz NOT NULL,
    -- The staff member; null for shoppers and for the shop's programs.
    staff_id uuid CHECK (staff_id IS NULL OR kind <> 'from_shopper'),
    -- SHA-256 of the mail's Message-ID, or of the whole mail if it has none.
    mail_hash bytea CHECK ((mail_hash IS NOT NULL) = (kind = 'from_shopper')),
    -- True for a mail that only its From and subject tie to the ticket.
    is_unverified boolean NOT NULL DEFAULT false,
    -- A mail that arrives twice is stored once.
    CONSTRAINT ticket_entries_mail UNIQUE (message_id, mail_hash)
);
CREATE INDEX ticket_entries_message_id ON ticket_entries (message_id, entry_number);
