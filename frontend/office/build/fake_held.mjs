// The fake API and methods of held packs: reserved by unconfirmed orders, or oversold.
import { OversoldPackService } from '../contract/shop/inventory/v1/oversold_pb.js';
import { UnconfirmedOrderService } from '../contract/shop/order/v1/unconfirmed_orders_pb.js';
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
        packs: 0n,
        orders: 0n,
        oldestPlacedAt: placedAt,
      };
      held.set(key, { ...pack, packs: pack.packs + BigInt(quantity), orders: pack.orders + 1n });
    }
  }
  return { packs: [...held.values()].toSorted((one, other) => Number(other.packs - one.packs)) };
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
  return {
    packs: waiting.map(({ orderId }, at) => ({
      orderId,
      pack: { productId, weightInGrams: 100 },
      productName,
      quantity: at + 1,
      noticedAt: new Date(state.now - (at * 7 + 20) * HOUR).toISOString(),
    })),
  };
}

export const HELD_ROUTES = [[/^GET stock\/held\/orders$/, needsMe(listOrders)]];

export const HELD_METHODS = [
  [UnconfirmedOrderService.method.sumUnconfirmedPacks, packs],
  [OversoldPackService.method.listOversoldPacks, oversold],
];
