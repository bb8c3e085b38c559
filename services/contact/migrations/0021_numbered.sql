-- The messages that were there become tickets in the order in which they came. Others go on being written meanwhile.
UPDATE messages
SET ticket_number = numbered.ticket_number, reply_token = gen_random_uuid(),
    due_at = received_at + interval '48 hours', last_entry_at = received_at
FROM (
    SELECT id, nextval('ticket_numbers') AS ticket_number
    FROM (SELECT id FROM messages WHERE ticket_number IS NULL ORDER BY received_at, id) AS unnumbered
) AS numbered
WHERE messages.id = numbered.id;
