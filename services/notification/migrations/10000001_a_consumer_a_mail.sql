-- Each mail has a consumer and an inbox key of its own; the one that was called "notification" confirms orders.
-- The version is above those of the crate whose table this changes.

-- A program of the last release may run beside the new one for a while: what it confirms is noted under the new name,
-- so that neither confirms an order after the other. To be dropped once no such program is left.
CREATE FUNCTION note_as_order_confirmation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.consumer := 'order-confirmation';
    RETURN NEW;
END $$;

CREATE TRIGGER note_as_order_confirmation BEFORE INSERT ON inbox
    FOR EACH ROW WHEN (NEW.consumer = 'notification')
    EXECUTE FUNCTION note_as_order_confirmation();

-- The shop knows these orders already: a notice would read as if they were new.
INSERT INTO inbox (consumer, event_id, handled_at)
    SELECT 'order-notice', event_id, handled_at FROM inbox WHERE consumer = 'notification';

UPDATE inbox SET consumer = 'order-confirmation' WHERE consumer = 'notification';
