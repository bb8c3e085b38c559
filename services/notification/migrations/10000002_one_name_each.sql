-- No program is left whose consumer of orders is called "notification".
DROP TRIGGER note_as_order_confirmation ON inbox;
DROP FUNCTION note_as_order_confirmation();
