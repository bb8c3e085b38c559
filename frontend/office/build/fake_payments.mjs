// The fake API of online payments and documents. It checks little.
import { needsMe, needsProof, ok, refused } from './fake_answers.mjs';

const DAY = 86_400_000;
const PAGE = 25;

/** The initial payments of a fake office. Some of its orders are marked as paid online. */
export function openPayments(orders, now) {
  const of = (status, at) => orders.filter((order) => order.status === status).at(at);
  const at = (days) => new Date(now - days * DAY).toISOString();
  const payments = [
    payment(of('placed', -1), 'open', 0, at(0.01)),
    payment(of('placed', -2), 'held', 100, at(0.2)),
    payment(of('confirmed', -1), 'paid', 0, at(1)),
    payment(of('delivered', -1), 'partly_refunded', 0, at(6)),
    payment(of('cancelled', -1), 'refunding', 0, at(7)),
    payment(of('cancelled', -2), 'expired', 0, at(8)),
    refundFailed(payment(of('cancelled', -3), 'refunding', 0, at(8.5))),
    payment(of('delivered', -2), 'paid', 0, at(9)),
    payment(of('returned', -1), 'refunded', 0, at(14)),
  ];
  return {
    payments,
    credits: [
      credit(1, 249.5, at(1), 'UPI-ASHA PATEL-PAYTM-633012345678', 'It names no order.'),
      credit(2, 898, at(2), 'UPI/P2A/63301/KIRAN SHAH/VM-261120-7K3QX', 'The order costs ₹948.00.'),
      credit(3, 12_000, at(2), 'NEFT CR-RENT DEPOSIT RETURN', 'It names no order.'),
    ],
  };
}

const STATUS = {
  paid: 'paid',
  held: 'held',
  refunding: 'paid',
  refunded: 'refunded',
  partly_refunded: 'partly_refunded',
};

/** Creates a payment in a state, `missing` rupees short of the order's total. */
function payment(order, state, missing, startedAt) {
  const isPaid = state !== 'open' && state !== 'expired';
  const fee = order.charges.find(({ kind }) => kind === 'cod_fee')?.amount ?? 0;
  const { orderId, orderNumber } = order;
  const total = order.total - fee;
  Object.assign(order, {
    total,
    paymentMethod: 'online',
    paymentStatus: STATUS[state] ?? 'pending',
    charges: order.charges.filter(({ kind }) => kind !== 'cod_fee'),
    payment: undefined,
  });
  const paid = isPaid ? total - missing : 0;
  const backs = {
    refunding: ['pending', paid],
    refunded: ['processed', paid],
    partly_refunded: ['processed', 249],
  };
  const back = backs[state];
  const refunds = back
    ? [
        {
          ...refundOf(back[1], back[0], state === 'refunding' ? 'cancelled' : 'returned'),
          refundId: `r-${orderId}`,
        },
      ]
    : [];
  return {
    paymentId: `p-${orderId}`,
    orderId,
    orderNumber,
    state,
    provider: 'razorpay',
    ...(isPaid && { providerPaymentId: `pay_Q${orderNumber.slice(-5)}`, paidAt: startedAt }),
    asked: total,
    paid,
    fee: Math.round(paid * 2.36) / 100,
    left: paid - (back?.[1] ?? 0),
    refunds,
    startedAt,
  };
}

/** Returns a payment whose refund failed at the bank. */
function refundFailed(paid) {
  const refunds = paid.refunds.map((back) => ({ ...back, state: 'failed' }));
  return { ...paid, state: 'paid', left: paid.paid, refunds };
}

function refundOf(amount, state, reason) {
  const at = new Date().toISOString();
  return { amount, state, reason, wantedAt: at, changedAt: at };
}

const credit = (at, amount, receivedOn, narration, why) => ({
  creditId: `c-${at}`,
  utr: `63301234567${at}`,
  amount,
  receivedOn: receivedOn.slice(0, 10),
  narration,
  why,
});

const dayBefore = (days) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

/** A payout on its way, one that does not match, and two that match. */
const settlements = [
  { ...settlement(4, 'waiting', dayBefore(0)), net: 3_412.1, gross: 0, fee: 0, feeTax: 0, payments: 0 },
  {
    ...settlement(3, 'unmatched', dayBefore(2)),
    why: 'It contains payment pay_QW3RT7YU1OP5AS, which belongs to no order.',
    gross: 0,
    fee: 0,
    feeTax: 0,
    payments: 0,
  },
  settlement(2, 'matched', dayBefore(3)),
  { ...settlement(1, 'matched', dayBefore(4)), refunds: 1, refunded: 249, other: -15, net: 1_684.8 },
];

function settlement(number, state, settledOn) {
  return {
    settlementId: `s-${number}`,
    provider: 'razorpay',
    providerSettlementId: `setl_Q1w2E3r4T5y6U${number}`,
    ...(state !== 'waiting' && { utr: `15681769${number}0vxp0rj` }),
    state,
    payments: 2,
    refunds: 0,
    gross: 1_996,
    refunded: 0,
    fee: 47.2,
    feeTax: 7.2,
    other: 0,
    net: 1_948.8,
    settledOn,
  };
}

function list({ payments }, { url }) {
  const states = url.searchParams.getAll('state');
  const from = Number(url.searchParams.get('cursor') ?? 0);
  const found = payments.filter(({ state }) => states.length === 0 || states.includes(state));
  return ok({
    payments: found.slice(from, from + PAGE),
    next: from + PAGE < found.length ? String(from + PAGE) : undefined,
  });
}

const ofOrder = ({ payments }, { id }) =>
  ok({ payments: payments.filter(({ orderNumber }) => orderNumber === id) });

/** Returns the payment issues: held payments and failed refunds. They never resolve. */
function findings({ payments }) {
  const held = payments.filter(({ state }) => state === 'held');
  const failed = payments.flatMap(({ orderId, orderNumber, refunds }) =>
    refunds
      .filter(({ state }) => state === 'failed')
      .map(({ refundId, amount, changedAt }) => ({
        kind: 'refund_failed',
        orderId,
        orderNumber,
        refundId,
        amount,
        whatToDo: 'The provider could not send the money back. Send it by hand, and say here how.',
        since: changedAt,
      })),
  );
  return ok({
    findings: held
      .map(({ orderId, orderNumber, providerPaymentId, paid, paidAt }) => ({
        kind: 'held',
        orderId,
        orderNumber,
        providerReference: providerPaymentId,
        amount: paid,
        whatToDo:
          "The amount received differs from the order's total. Refund it on the order's page, and ask the shopper.",
        since: paidAt,
      }))
      .concat(failed),
    lookedAt: new Date().toISOString(),
  });
}

function refund({ payments }, { id, body }) {
  const found = payments.find(({ paymentId }) => paymentId === id);
  if (body.amount > found.left) return refused(409, 'More would go back than came.', { code: 'TOO_MUCH' });
  const wanted = { ...refundOf(body.amount, 'wanted', body.reason), refundId: body.refundId };
  found.refunds = [...found.refunds, wanted];
  found.left -= body.amount;
  found.state = 'refunding';
  return ok(wanted);
}

function sentByHand({ payments }, { id, body }) {
  const found = payments.find(({ refunds }) => refunds.some(({ refundId }) => refundId === id));
  const failed = found.refunds.find(({ refundId }) => refundId === id);
  const sent = {
    ...refundOf(failed.amount, 'processed', failed.reason),
    refundId: `${id}-by-hand`,
    manual: body,
  };
  found.refunds = [...found.refunds, sent];
  found.left -= sent.amount;
  found.state = 'refunded';
  return ok(sent);
}

function match(state, { id, body }) {
  if (body.number && !state.orders.some(({ orderNumber }) => orderNumber === body.number)) {
    return refused(404, 'There is no such order.');
  }
  state.credits = state.credits.filter(({ creditId }) => creditId !== id);
  return ok(undefined);
}

function documents({ orders, payments }, { id }) {
  const order = orders.find(({ orderNumber }) => orderNumber === id);
  const left = [
    'packed',
    'shipped',
    'delivered',
    'returned',
    'return_requested',
    'returned_to_origin',
    'lost',
  ];
  if (!left.includes(order.status)) return ok({ documents: [] });
  const issuedOn = order.placedAt.slice(0, 10);
  const invoice = {
    documentId: 'd-1',
    kind: 'invoice',
    number: 'VM/26-27/00042',
    issuedOn,
    total: order.total,
  };
  const backs = payments.filter(({ orderNumber }) => orderNumber === id).flatMap(({ refunds }) => refunds);
  const notes = backs.map(({ amount, refundId }) => ({
    documentId: refundId,
    kind: 'credit_note',
    number: 'VMC/26-27/00007',
    issuedOn,
    total: amount,
    corrects: invoice.number,
  }));
  return ok({ documents: [invoice, ...notes] });
}

export const PAYMENT_ROUTES = [
  [/^GET payments$/, needsMe(list)],
  [/^GET payments\/findings$/, needsMe(findings)],
  [/^GET payments\/owed$/, needsMe(() => ok({ orders: [], unpaid: [] }))],
  [/^GET payments\/settlements$/, needsMe(() => ok({ settlements }))],
  [/^GET payments\/unmatched-credits$/, needsMe(({ credits }) => ok({ credits }))],
  [/^PUT payments\/unmatched-credits\/([^/]+)\/match$/, needsMe(match)],
  [/^POST payments\/([^/]+)\/refunds$/, needsProof(refund)],
  [/^PUT refunds\/([^/]+)\/manual$/, needsProof(sentByHand)],
  [/^GET orders\/([^/]+)\/payments$/, needsMe(ofOrder)],
  [/^GET orders\/([^/]+)\/documents$/, needsMe(documents)],
  [/^GET orders\/[^/]+\/documents\/[^/]+\/file\.pdf$/, needsMe(() => ({ status: 200, body: '%PDF-1.7' }))],
];
