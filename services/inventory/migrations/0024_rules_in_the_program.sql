-- The program reserves, keeps, sells and tells by its own statements (docs/decisions/0029-group-commit.md); these served the versions
-- that called the database for it. What refuses stays: movements only grow, and packs on hand change by movements.
DROP TRIGGER batches_changed_told ON batches;
DROP TRIGGER packs_decided ON packs;

DROP FUNCTION
    reserve(uuid, uuid[], integer[], integer[], timestamptz),
    keep(uuid, uuid[], integer[], integer[]),
    settle(uuid[], uuid[]),
    cancel_order(uuid),
    ship_order(uuid),
    take_order_back(uuid),
    move_order_packs(uuid, text[], text, text, integer),
    add_stock_alert(uuid, uuid, integer, text, integer),
    packs_waited_for(),
    holds(uuid, uuid[], integer[], integer[]),
    take(uuid, uuid[], integer[], integer[]),
    shortages(uuid[], integer[], integer[]),
    allocation(uuid[], integer[], integer[]),
    give_back(uuid[]),
    lock_packs(uuid[], integer[]),
    batches_written(),
    packs_written(),
    tell_stock(uuid[], integer[]),
    packs_left(uuid, integer),
    stock_changed(packs),
    varint(bigint);
