// The fake API of held packs: reserved by unconfirmed orders, or oversold.
import { needsMe, ok } from './fake_answers.mjs';
import { PRODUCTS } from './fake_data.mjs';

const HOUR = 3_600_000;
const PAGE = 20;

const unconfirmed = ({ orders }) =>
  orders
    .filter(({ status }) => status === 'placed')
    .toSorted((one, other) => one.placedAt.localeCompare(other.placedAt));

function packs(state) {
  const held = new Map();
  for (const { lines, placedAt } of unconfirmed(state)) {
    for (const { productId, productName, weightInGrams, quantity } of lines) {
      const key = `${productId} ${weightInGrams}`;
      const pack = held.get(key) ?? {
        productId,
        productName,
        weightInGrams,
        packs: 0,
        orders: 0,
        oldestPlacedAt: placedAt,
      };
      held.set(key, { ...pack, packs: pack.packs + quantity, orders: pack.orders + 1 });
    }
  }
  return ok({ packs: [...held.values()].toSorted((one, other) => other.packs - one.packs) });
}

function listOrders(state, { url }) {
  const product = url.searchParams.get('productId');
  const grams = Number(url.searchParams.get('weightInGrams'));
  const from = Number(url.searchParams.get('cursor') ?? 0);
  const found = unconfirmed(state).filter(
    ({ lines }) =>
      !product ||
      lines.some(({ productId, weightInGrams }) => productId === product && weightInGrams === grams),
  );
  return ok({
    orders: found.slice(from, from + PAGE).map((order, at) => ({
      order,
      endsAt: new Date(state.now + (at * 5 + 3) * HOUR).toISOString(),
    })),
    next: from + PAGE < found.length ? String(from + PAGE) : undefined,
  });
}

function oversold(state) {
  const { productId, productName } = PRODUCTS[3];
  const waiting = state.orders.filter(({ status }) => status === 'confirmed').slice(0, 2);
  return ok({
    packs: waiting.map(({ orderId, orderNumber }, at) => ({
      orderId,
      orderNumber,
      productId,
      productName,
      weightInGrams: 100,
      quantity: at + 1,
      noticedAt: new Date(state.now - (at * 7 + 20) * HOUR).toISOString(),
    })),
  });
}

export const HELD_ROUTES = [
  [/^GET stock\/held\/packs$/, needsMe(packs)],
  [/^GET stock\/held\/orders$/, needsMe(listOrders)],
  [/^GET stock\/oversold$/, needsMe(oversold)],
];
