import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import type { Shop } from './fixtures';

/** An order in the database. */
export interface KeptOrder {
  id: string;
  order_number: string;
  full_name: string;
  total_paise: string;
}

/** The orders of an email address, oldest first. */
export async function ordersOf(shop: Shop, email: string): Promise<KeptOrder[]> {
  return query(
    shop,
    'SELECT id, order_number, full_name, total_paise FROM orders WHERE email = $1 ORDER BY placed_at',
    email,
  );
}

/** The lines of an order, in the order of the cart. */
export async function linesOf(shop: Shop, orderId: string) {
  return query(
    shop,
    `SELECT product_name, weight_in_grams, quantity, unit_price_paise::integer AS unit_price_paise
     FROM order_lines WHERE order_id = $1 ORDER BY line_number`,
    orderId,
  );
}

/** The number of messages in the stream for a placed order. */
export async function eventsOf(shop: Shop, orderId: string): Promise<number> {
  const { host, username, password } = new URL(shop.natsUrl);
  const connection = await connect({ servers: host, user: username, pass: password });
  try {
    const manager = await jetstreamManager(connection);
    const { state } = await manager.streams.info('ORDERS');
    let count = 0;
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await manager.streams.getMessage('ORDERS', { seq });
      const tells = message && Buffer.from(message.data).includes(orderId);
      if (tells && message.subject === 'shop.order.placed.v1') count++;
    }
    return count;
  } finally {
    await connection.close();
  }
}

/** Adds `count` products to the shop, copies of its first one with other names. The last one has `lastName` and is in stock. */
export async function plantProducts(shop: Shop, count: number, lastName: string): Promise<void> {
  const client = new pg.Client({ connectionString: shop.catalogDatabaseUrl });
  await client.connect();
  try {
    // Calls would take minutes for so many, so SQL writes each column, the packs, the search words and the events.
    const { rows } = await client.query<Pack>(
      `WITH first AS (SELECT * FROM products ORDER BY position LIMIT 1),
       named AS (
         SELECT n, CASE WHEN n = $1 THEN $2 ELSE 'Blend ' || n END AS name FROM generate_series(1, $1::integer) AS n),
       planted AS (
         INSERT INTO products (id, position, state, product_name, hindi_name, tagline, product_type, base_price_rupees,
           discount_percent, photos, description, ingredients, benefits, other_names, concerns, how_to_use, cautions, storage,
           tax_class, hsn_code, search_names, search_vector)
         SELECT gen_random_uuid(), 1000 + n, state, name, hindi_name, tagline, product_type, base_price_rupees,
           discount_percent, photos, description, ingredients, benefits, '[]',
           CASE WHEN n = $1 THEN '["clear-mind"]'::jsonb ELSE '[]' END, how_to_use, cautions, storage,
           tax_class, hsn_code, ARRAY[lower(name)], array_to_tsvector(string_to_array(lower(name), ' '))
         FROM first, named RETURNING id, product_number, product_name),
       known AS (
         INSERT INTO known_words SELECT DISTINCT word FROM named, unnest(string_to_array(lower(name), ' ')) AS word
         ON CONFLICT DO NOTHING),
       told AS (
         INSERT INTO outbox (id, subject, aggregate_id, aggregate_version, occurred_at, payload)
         SELECT gen_random_uuid(), 'shop.catalog.changed.v1', id, 1, now(), '\\x0a24'::bytea || convert_to(id::text, 'UTF8') || '\\x1001'
         FROM planted),
       packed AS (
         INSERT INTO packs (sku, product_id, weight_in_grams, price_paise, mrp_paise, tax_class)
         SELECT 'P' || product_number || '-' || weight_in_grams, planted.id, weight_in_grams, price_paise, mrp_paise, tax_class
         FROM planted, packs WHERE product_id = (SELECT id FROM first)
         RETURNING product_id, weight_in_grams)
       SELECT product_id, weight_in_grams FROM packed JOIN planted ON planted.id = product_id WHERE product_name = $2`,
      [count, lastName],
    );
    await stock(shop, rows);
  } finally {
    await client.end();
  }
}

interface Pack {
  product_id: string;
  weight_in_grams: number;
}

/** Adds a batch of each of these packs, and lets every gateway fetch the products and the stock. */
async function stock(shop: Shop, packs: readonly Pack[]): Promise<void> {
  const client = new pg.Client({ connectionString: shop.inventoryDatabaseUrl });
  await client.connect();
  try {
    // Together, because the inventory publishes a pack without a batch as sold out.
    await client.query('BEGIN');
    await client.query(
      `WITH pack AS (SELECT * FROM jsonb_to_recordset($1) AS pack (product_id uuid, weight_in_grams integer)),
       known AS (
         INSERT INTO packs (product_id, weight_in_grams, availability, version)
         SELECT product_id, weight_in_grams, 'in_stock', 1 FROM pack
         ON CONFLICT (product_id, weight_in_grams) DO UPDATE SET availability = 'in_stock', version = packs.version + 1)
       SELECT count(*) FROM pack`,
      [JSON.stringify(packs)],
    );
    await client.query(
      `WITH batch AS (
         INSERT INTO batches (id, product_id, weight_in_grams, batch_number, packed_on, best_before, mrp_paise, cost_paise)
         SELECT gen_random_uuid(), product_id, weight_in_grams, 'E2E-1', current_date, current_date + 700, 10000000, 0
         FROM jsonb_to_recordset($1) AS pack (product_id uuid, weight_in_grams integer)
         RETURNING id)
       INSERT INTO movements (id, batch_id, kind, quantity) SELECT gen_random_uuid(), id, 'received', 1000 FROM batch`,
      [JSON.stringify(packs)],
    );
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  const { host, username, password } = new URL(shop.natsUrl);
  const connection = await connect({ servers: host, user: username, pass: password });
  connection.publish('shop.catalog.changed.v1');
  connection.publish('shop.stock.changed.v1');
  await connection.drain();
}

/** Moves the rate limits of the identity service forward by a minute. */
export async function passMinuteOfLimits(shop: Shop): Promise<void> {
  const client = new pg.Client({ connectionString: shop.identityDatabaseUrl });
  await client.connect();
  try {
    await client.query("UPDATE counters SET ends_at = ends_at - interval '1 minute'");
  } finally {
    await client.end();
  }
}

/** Makes every change of a shopper's orders a month older, so that no COD remittance is pending. */
export async function passMonthOfOrders(shop: Shop, email: string): Promise<void> {
  const client = new pg.Client({ connectionString: shop.orderDatabaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('ALTER TABLE order_changes DISABLE TRIGGER order_changes_only_grow');
    await client.query(
      `UPDATE order_changes SET changed_at = changed_at - interval '31 days'
       WHERE order_id IN (SELECT id FROM orders WHERE email = $1)`,
      [email],
    );
    await client.query('ALTER TABLE order_changes ENABLE TRIGGER order_changes_only_grow');
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function query<Row extends pg.QueryResultRow>(shop: Shop, sql: string, value: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: shop.orderDatabaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [value])).rows;
  } finally {
    await client.end();
  }
}
