// The fake recall notices of a batch: some sent, one to call, one with erased data.
import { ok } from './fake_answers.mjs';

const STATES = ['to_write', 'to_write', 'to_write', 'to_call', 'unreachable'];

function noticesOf(state, id) {
  state.recallNotices ??= new Map();
  if (!state.recallNotices.has(id)) {
    const orders = state.orders.slice(20, 20 + STATES.length);
    const notices = orders.map(({ orderId, orderNumber, fullName, mobileNumber }, index) => ({
      orderId,
      orderNumber,
      quantity: 1 + (index % 2),
      state: STATES[index],
      fullName: STATES[index] === 'to_call' ? fullName : undefined,
      mobileNumber: STATES[index] === 'to_call' ? mobileNumber : undefined,
    }));
    state.recallNotices.set(id, notices);
  }
  return { reason: 'Found sand in a pack', notices: state.recallNotices.get(id) };
}

/** Lists the recall notices of a batch. */
export const listRecallNotices = (state, { id }) => ok(noticesOf(state, id));

/** Mails the shoppers who can be mailed, once. */
export function sendRecallNotices(state, { id }) {
  const found = noticesOf(state, id);
  for (const notice of found.notices) {
    if (notice.state !== 'to_write') continue;
    Object.assign(notice, {
      state: 'written',
      requestedAt: new Date(state.now).toISOString(),
      requestedBy: state.me.staffId,
    });
  }
  return ok(found);
}
