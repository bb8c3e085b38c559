-- Only the batches that are taken from are looked at: joined the other way round, all of them were walked through.
CREATE OR REPLACE FUNCTION take(reserving uuid, products uuid[], weights integer[], quantities integer[])
RETURNS void LANGUAGE sql AS $$
    WITH taken AS (
        INSERT INTO reserved_packs (order_id, batch_id, quantity)
        SELECT reserving, batch_id, quantity FROM allocation(products, weights, quantities)
        RETURNING batch_id, quantity)
    UPDATE batches SET reserved = reserved + (SELECT quantity FROM taken WHERE taken.batch_id = batches.id)
    WHERE batches.id = ANY(ARRAY(SELECT batch_id FROM taken))
$$;
