// The fake methods of cash on delivery. They check little.
import { CashOnDeliveryService, CashState } from '../contract/shop/order/v1/cash_pb.js';

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
  const state = [CashState.TO_COLLECT, CashState.COLLECTED, CashState.REMITTED, CashState.REMITTED][
    index % 4
  ];
  const at = (days) => new Date(now - days * DAY).toISOString();
  const age = 1 + (index % 13);
  return {
    state,
    orderNumber: `VM-2611${String(10 + (index % 15))}-C${String(1000 + index)}`,
    carrier: index % 5 === 1 ? 'Delhivery' : 'India Post',
    amountPaise: BigInt(34_900 + index * 5_000),
    shippedAt: at(age + 3),
    ...(state !== CashState.TO_COLLECT && { deliveredAt: at(age) }),
    ...(state === CashState.REMITTED && {
      remittedOn: at(age - 1).slice(0, 10),
      reference: `UTIBN5202611${String(2200 + (index % 3))}`,
    }),
  };
}

const sumOf = (orders) => ({
  orders: BigInt(orders.length),
  amountPaise: orders.reduce((all, { amountPaise }) => all + amountPaise, 0n),
});

function sums({ cash }) {
  const carriers = [...new Set(cash.orders.map(({ carrier }) => carrier))].toSorted();
  return {
    remittedSince: cash.remittedSince,
    carriers: carriers.map((carrier) => {
      const of = (state) => cash.orders.filter((order) => order.carrier === carrier && order.state === state);
      const collected = of(CashState.COLLECTED);
      return {
        carrier,
        toCollect: sumOf(of(CashState.TO_COLLECT)),
        collected: sumOf(collected),
        remitted: sumOf(of(CashState.REMITTED)),
        oldestCollectedAt: collected.map(({ deliveredAt }) => deliveredAt).toSorted()[0],
      };
    }),
  };
}

function list({ cash }, { carrier, state, pageToken }) {
  const from = Number(pageToken);
  const found = cash.orders.filter(
    (order) => order.state === state && (!carrier || order.carrier === carrier),
  );
  return {
    orders: found.slice(from, from + PAGE),
    nextPageToken: from + PAGE < found.length ? String(from + PAGE) : '',
  };
}

export const CASH_METHODS = [
  [CashOnDeliveryService.method.sumCash, sums],
  [CashOnDeliveryService.method.listCash, list],
];
