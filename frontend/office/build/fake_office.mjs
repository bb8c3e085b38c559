// A fake of the office's API with data in memory, for looking at the screens without a gateway. It checks little.
import { needsMe, needsProof, ok, refused } from './fake_answers.mjs';
import { openCash } from './fake_cash.mjs';
import { contractRoute } from './fake_contract.mjs';
import { HELD_ROUTES } from './fake_held.mjs';
import { IMPORT_ROUTES, openImports } from './fake_imports.mjs';
import { PACKING_ROUTES } from './fake_packing.mjs';
import { openPayments, PAYMENT_ROUTES } from './fake_payments.mjs';
import { openProducts, PRODUCT_ROUTES } from './fake_products.mjs';
import { openShop } from './fake_shop.mjs';
import { INVITATION, makeOrders, makeSales, NEXT, STAFF } from './fake_data.mjs';
import { PERMISSIONS } from './fake_permissions.mjs';
import { listRecallNotices, sendRecallNotices } from './fake_recalls.mjs';
import { countPeople, openPeople, PEOPLE_ROUTES } from './fake_people_routes.mjs';

const PAGE = 25;

/** Creates a fake office: `answer(method, path, body)` returns a status and a body. `signedIn` is a role. */
export function openFakeOffice({ signedIn, now = Date.now(), quicker = [] } = {}) {
  const state = {
    me: signedIn ? meOf(signedIn) : undefined,
    orders: makeOrders(now),
    staff: structuredClone(STAFF),
    batches: new Map(),
    ...openProducts(),
    ...openShop(),
    ...openImports(),
    ...openCash(now),
    // Orders that a colleague changes first: the next status change of each is refused.
    quicker: new Set(quicker),
    ...openPeople(now),
    now,
  };
  Object.assign(state, openPayments(state.orders, now));
  return {
    state,
    answer: (method, path, body = {}) => {
      const url = new URL(path, 'http://office.invalid');
      for (const [route, handle] of ROUTES) {
        const found = route.exec(`${method} ${url.pathname.replace('/api/office/v1/', '')}`);
        if (found) return handle(state, { url, body, id: decodeURIComponent(found[1] ?? '') });
      }
      return refused(404, 'There is nothing at this address.');
    },
  };
}

function meOf(role) {
  const { staffId, name, email } = STAFF.find((each) => each.role === role) ?? STAFF[0];
  return { staffId, name, email, role, permissions: PERMISSIONS[role], isReauthenticated: false };
}

function transition(state, { id, body }) {
  const order = state.orders.find(({ orderNumber }) => orderNumber === id);
  if (!order) return refused(404, 'There is no such order.');
  if (state.quicker.delete(id)) apply(order, 'cancelled', { reason: 'The shopper called' });
  if (order.version !== body.version || !order.nextStates.includes(body.to)) {
    return refused(409, 'The order was changed meanwhile.', { data: order });
  }
  apply(order, body.to, body);
  return ok(order);
}

function apply(order, to, { reason = '', parcel, parcelWeightInGrams, lines = [] }) {
  Object.assign(order, { status: to, version: order.version + 1, nextStates: NEXT[to] });
  if (parcel) order.parcel = parcel;
  if (parcelWeightInGrams) order.parcelWeightInGrams = parcelWeightInGrams;
  const { version } = order;
  order.changes = [
    ...order.changes,
    { version, to, actor: 'staff', reason, changedAt: new Date().toISOString(), lines },
  ];
}

function weigh(order, weightInGrams) {
  order.parcelWeightInGrams = weightInGrams;
  apply(order, order.status, { reason: 'The parcel’s weight was corrected' });
  return order;
}

/** Converts a posted search to the address of a list. */
function addressOf({ text = '', status = [], cursor = '0' }) {
  const words = [['text', text], ['cursor', cursor || '0'], ...status.map((state) => ['status', state])];
  return { searchParams: new URLSearchParams(words) };
}

function listOrders({ orders }, { url }) {
  const text = (url.searchParams.get('text') ?? '').toLowerCase();
  const states = url.searchParams.getAll('status');
  const numbers = url.searchParams.getAll('number');
  const from = Number(url.searchParams.get('cursor') ?? 0);
  const found = orders.filter(
    (order) =>
      (states.length === 0 || states.includes(order.status)) &&
      (numbers.length === 0 || numbers.includes(order.orderNumber)) &&
      [order.orderNumber, order.fullName, order.mobileNumber, order.pincode, order.email].some((word) =>
        word.toLowerCase().includes(text),
      ),
  );
  const next = from + PAGE < found.length ? String(from + PAGE) : undefined;
  return ok({ orders: found.slice(from, from + PAGE), next });
}

function today(state) {
  const { orders, me, now } = state;
  const states = ['placed', 'confirmed', 'packed', 'shipped', 'return_requested', 'return_accepted'];
  const counts = states.map((status) => ({
    status,
    orders: orders.filter((order) => order.status === status).length,
  }));
  const may = (permission) => me.permissions.includes(permission);
  return ok({
    counts,
    ...(may('sales.read') && { sales: makeSales(now) }),
    ...(may('payments.read') && {
      toRefund: { orders: 1, amount: 735 },
      toBePaid: { orders: 2, amount: 1077 },
    }),
    ...(may('payments.record') && { withCarriers: { orders: 3, amount: 1616 } }),
    ...(may('stock.read') && { stock: { low: 4, soldOut: 2, returned: 2, missing: 2 } }),
    ...countPeople(state),
    ...(state.failedChecks && { server: { at: new Date(now).toISOString(), failed: state.failedChecks } }),
  });
}

function pay({ orders }, { id, body }) {
  const order = orders.find(({ orderNumber }) => orderNumber === id);
  if (body.amount !== order.total) {
    return refused(422, 'The order costs another sum.', {
      errors: [{ field: 'amount', message: `The order costs ${order.total}.` }],
    });
  }
  Object.assign(order, { paymentStatus: 'paid', payment: { ...body, recordedAt: new Date().toISOString() } });
  return ok(order);
}

const DONE = { outcome: 'done' };
const OUTCOMES = Array.from({ length: 9 }, () => DONE);
OUTCOMES[2] = { outcome: 'refused', outcomeReason: 'ORDER_CHANGED' };
OUTCOMES[5] = { outcome: 'unknown', outcomeReason: 'UNAVAILABLE' };

function log({ now, staff }, { url }) {
  const from = Number(url.searchParams.get('cursor') ?? 0);
  const methods = [
    'SearchOrders',
    'GetOrder',
    'TransitionOrder',
    'SignIn',
    'ListStockLevels',
    'RecordPayment',
    'InviteStaff',
  ];
  const all = Array.from({ length: 120 }, (_, index) => ({
    askedAt: new Date(now - index * 400_000).toISOString(),
    staffId: staff[index % 2].staffId,
    staffName: staff[index % 2].name,
    method: methods[index % methods.length],
    subject: index % 7 === 1 || index % 7 === 2 ? `VM-261124-${1000 + index}` : '',
    ...(index % 7 !== 3 && OUTCOMES[index % 9]),
  })).filter(
    ({ staffId, subject }) =>
      (!url.searchParams.get('staffId') || staffId === url.searchParams.get('staffId')) &&
      (!url.searchParams.get('subject') || subject === url.searchParams.get('subject')),
  );
  return ok({
    entries: all.slice(from, from + 50),
    next: from + 50 < all.length ? String(from + 50) : undefined,
  });
}

const ROUTES = [
  ...HELD_ROUTES,
  ...PAYMENT_ROUTES,
  ...PRODUCT_ROUTES,
  ...IMPORT_ROUTES,
  ...PEOPLE_ROUTES,
  [/^GET session$/, needsMe(({ me }) => ok(me))],
  [
    /^POST session$/,
    (state, { body }) => {
      if (body.code === '000000')
        return refused(401, 'Email, password or code is wrong.', { code: 'WRONG_CREDENTIALS' });
      state.me = meOf('owner');
      return ok(state.me);
    },
  ],
  [
    /^DELETE session$/,
    (state) => {
      state.me = undefined;
      return ok({});
    },
  ],
  [
    /^POST session\/reauthentication$/,
    needsMe((state, { body }) => {
      if (body.code === '000000') return refused(422, 'Password or code is wrong.');
      state.me = { ...state.me, isReauthenticated: true };
      return ok(state.me);
    }),
  ],
  [
    /^POST invitations\/lookup$/,
    (_, { body }) =>
      body.token === 'good'
        ? ok({
            ...INVITATION,
            totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
            totpUri:
              'otpauth://totp/Vanmool:nisha@vanmool.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Vanmool',
          })
        : refused(404, 'There is no such invitation.'),
  ],
  [
    /^POST invitations\/acceptance$/,
    (state) => {
      state.me = meOf('packer');
      return ok({
        recoveryCodes: Array.from({ length: 10 }, (_, index) => `${4242 + index * 311}-${7171 + index * 97}`),
        me: state.me,
      });
    },
  ],
  [/^GET log$/, needsMe(log)],
  [/^GET today$/, needsMe(today)],
  [/^GET orders$/, needsMe(listOrders)],
  [/^POST orders\/searches$/, needsMe((state, { body }) => listOrders(state, { url: addressOf(body) }))],
  ...PACKING_ROUTES,
  [/^GET orders\/export\.csv$/, needsProof(() => ({ status: 200, body: 'Order number\r\n' }))],
  [
    /^GET orders\/([^/]+)$/,
    needsMe(({ orders }, { id }) => {
      const found = orders.find(({ orderNumber }) => orderNumber === id);
      return found ? ok(found) : refused(404, 'There is no such order.');
    }),
  ],
  [/^POST orders\/([^/]+)\/transitions$/, needsMe(transition)],
  [/^POST orders\/([^/]+)\/payment$/, needsMe(pay)],
  [/^POST \/api\/office\/rpc\/(.+)$/, needsMe(contractRoute(weigh))],
  [/^GET stock\/batches\/([^/]+)\/recall-notices$/, needsMe(listRecallNotices)],
  [/^POST stock\/batches\/([^/]+)\/recall-notices$/, needsMe(sendRecallNotices)],
];
