import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import type { Shop } from './fixtures';

/** An order as the database keeps it. */
export interface KeptOrder {
  id: string;
  order_number: string;
  full_name: string;
  total_paise: string;
}

/** Every order of a shopper, and its lines. */
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

/** How many messages the stream holds that tell of the order being placed. */
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
      if (tells && message.subject === 'shop.order.placed.v2') count++;
    }
    return count;
  } finally {
    await connection.close();
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
