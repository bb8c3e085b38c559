// Who holds packs of a recalled batch: some are written to, one is called, and one was erased.
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
  const batch = [...state.batches.values()].flat().find(({ batchId }) => batchId === id);
  return { batch, reason: 'Found sand in a pack', notices: state.recallNotices.get(id) };
}

/** How the shoppers of a batch hear of its recall. */
export const listRecallNotices = (state, { id }) => ok(noticesOf(state, id));

/** Writes to those that can be written to, once. */
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
