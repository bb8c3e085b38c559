// The fake API of cash on delivery. It checks little.
import { needsMe, ok } from './fake_answers.mjs';

const DAY = 86_400_000;
const PAGE = 20;

/** The initial cash of a fake office, with its own orders. */
export const openCash = (now) => ({
  cash: {
    remittedSince: new Date(now - 29 * DAY).toISOString().slice(0, 10),
    orders: Array.from({ length: 74 }, (_, index) => cashOrder(now, index)),
  },
});

function cashOrder(now, index) {
  const state = ['to_collect', 'collected', 'remitted', 'remitted'][index % 4];
  const at = (days) => new Date(now - days * DAY).toISOString();
  const age = 1 + (index % 13);
  return {
    state,
    orderNumber: `VM-2611${String(10 + (index % 15))}-C${String(1000 + index)}`,
    carrier: index % 5 === 1 ? 'Delhivery' : 'India Post',
    amount: 349 + index * 50,
    shippedAt: at(age + 3),
    ...(state !== 'to_collect' && { deliveredAt: at(age) }),
    ...(state === 'remitted' && {
      remittedOn: at(age - 1).slice(0, 10),
      reference: `UTIBN5202611${String(2200 + (index % 3))}`,
    }),
  };
}

const sumOf = (orders) => ({
  orders: orders.length,
  amount: orders.reduce((all, { amount }) => all + amount, 0),
});

function sums({ cash }) {
  const carriers = [...new Set(cash.orders.map(({ carrier }) => carrier))].toSorted();
  return ok({
    remittedSince: cash.remittedSince,
    carriers: carriers.map((carrier) => {
      const of = (state) => cash.orders.filter((order) => order.carrier === carrier && order.state === state);
      const collected = of('collected');
      return {
        carrier,
        toCollect: sumOf(of('to_collect')),
        collected: sumOf(collected),
        remitted: sumOf(of('remitted')),
        oldestCollectedAt: collected.map(({ deliveredAt }) => deliveredAt).toSorted()[0],
      };
    }),
  });
}

function list({ cash }, { url }) {
  const carrier = url.searchParams.get('carrier');
  const from = Number(url.searchParams.get('cursor') ?? 0);
  const found = cash.orders.filter(
    (order) => order.state === url.searchParams.get('state') && (!carrier || order.carrier === carrier),
  );
  return ok({
    orders: found.slice(from, from + PAGE),
    next: from + PAGE < found.length ? String(from + PAGE) : undefined,
  });
}

export const CASH_ROUTES = [
  [/^GET cash$/, needsMe(sums)],
  [/^GET cash\/orders$/, needsMe(list)],
];
