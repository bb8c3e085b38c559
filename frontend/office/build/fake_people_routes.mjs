// The fake API of reviews, messages and notes. It checks little.
import { needsMe, ok, refused } from './fake_answers.mjs';
import { makeOrderNotes, makeReviews, makeShoppers, makeTickets } from './fake_people.mjs';

/** The initial reviews, messages and shoppers. `changed`: reviews that a colleague changes before the next decision. */
export const openPeople = (now) => ({
  reviews: makeReviews(now),
  changed: new Set(),
  tickets: makeTickets(now),
  shoppers: makeShoppers(now),
  notes: new Map(),
});

/** Returns the counts for the page Today. */
export function countPeople({ reviews, tickets, now, me }) {
  const waiting = reviews.filter(({ state }) => state === 'waiting');
  const open = tickets.filter(({ ticket }) => ticket.state === 'open');
  const isLate = ({ ticket: { answeredAt, answerDueAt, closeDueAt } }) =>
    Date.parse(answeredAt ? closeDueAt : answerDueAt) < now;
  return {
    ...(me.permissions.includes('reviews.moderate') && {
      reviewsWaiting: waiting.length,
      reviewsFlagged: waiting.filter(({ claims }) => claims.length > 0).length,
    }),
    ...(me.permissions.includes('messages.answer') && {
      messagesOpen: open.length,
      messagesLate: open.filter(isLate).length,
    }),
  };
}

function listReviews({ reviews }, { url }) {
  const state = url.searchParams.get('state') ?? 'waiting';
  const isFlagged = url.searchParams.get('flagged') === 'true';
  return ok({
    reviews: reviews.filter((each) => each.state === state && (!isFlagged || each.claims.length > 0)),
  });
}

const changeReview =
  (change) =>
  (state, { id, body }) => {
    const review = state.reviews.find((each) => each.id === id);
    if (!review) return refused(404, 'There is no such review.');
    if (state.changed.delete(id)) {
      Object.assign(review, {
        review: `${review.review} It also helps my mother.`,
        rating: 3,
        version: review.version + 1,
      });
    }
    if (review.version !== body.version) {
      return refused(409, 'The review was changed.', { code: 'REVIEW_CHANGED', data: { ...review } });
    }
    Object.assign(review, change(body, state), { version: review.version + 1 });
    return ok({ ...review });
  };

const findTicket = ({ tickets }, id) => tickets.find(({ ticket }) => ticket.id === id);

function listTickets({ tickets }, { url }) {
  const state = url.searchParams.get('state');
  const text = (url.searchParams.get('text') ?? '').toLowerCase();
  const found = tickets
    .map(({ ticket }) => ticket)
    .filter(
      (ticket) =>
        (!state || ticket.state === state) &&
        [ticket.number, ticket.name, ticket.email, ticket.phone].some((word) =>
          word.toLowerCase().includes(text),
        ),
    );
  return ok({ tickets: found });
}

/** Adds an entry to a ticket's thread, once for its id. */
function enter(state, id, entryId, kind, text, change) {
  const thread = findTicket(state, id);
  if (!thread.entries.some((entry) => entry.id === entryId)) {
    const writtenAt = new Date().toISOString();
    thread.entries = [...thread.entries, { id: entryId, kind, text, writtenAt, staffId: state.me.staffId }];
    thread.ticket = { ...thread.ticket, ...change(writtenAt, thread.ticket) };
  }
  return ok(thread.ticket);
}

function answerTicket(state, { id, body: { answerId, text, closes } }) {
  return enter(state, id, answerId, 'answer', text, (at, { answeredAt }) => ({
    state: closes ? 'closed' : 'answered',
    answeredAt: answeredAt ?? at,
    excerpt: text,
    ...(closes && { closedAt: at }),
  }));
}

function setTicketState(state, { id, body }) {
  const isClosed = body.state === 'closed';
  return enter(state, id, crypto.randomUUID(), isClosed ? 'closed' : 'reopened', '', (at) => ({
    state: body.state,
    closedAt: isClosed ? at : undefined,
  }));
}

function notesOf({ notes, now }, number) {
  if (!notes.has(number)) notes.set(number, makeOrderNotes(now));
  return notes.get(number);
}

function addNote(state, { id, body }) {
  const note = {
    id: body.noteId,
    text: body.text,
    writtenAt: new Date().toISOString(),
    writtenBy: state.me.staffId,
  };
  state.notes.set(id, [...notesOf(state, id), note]);
  return ok(note);
}

function correctAddress({ orders, quicker }, { id, body }) {
  const order = orders.find(({ orderNumber }) => orderNumber === id);
  const { version, ...address } = body;
  if (quicker.delete(id)) {
    Object.assign(order, { deliveryAddress: '14 Ring Road, Surat', version: order.version + 1 });
  }
  if (order.version !== version) {
    return refused(409, 'The order was changed meanwhile.', { code: 'ORDER_CHANGED', data: { ...order } });
  }
  if (address.pincode.startsWith('74')) {
    return refused(409, 'Delivery there costs another amount.', { code: 'PINCODE_DIFFERS' });
  }
  Object.assign(order, address, { version: version + 1 });
  return ok({ ...order });
}

function correctLines({ orders, quicker }, { id, body }) {
  const order = orders.find(({ orderNumber }) => orderNumber === id);
  if (quicker.delete(id)) order.version += 1;
  if (order.version !== body.version) {
    return refused(409, 'The order was changed meanwhile.', { code: 'ORDER_CHANGED', data: { ...order } });
  }
  const lines = order.lines.flatMap((line) => {
    const wanted = body.lines.find(
      ({ productId, weightInGrams }) => productId === line.productId && weightInGrams === line.weightInGrams,
    );
    const quantity = wanted?.quantity ?? line.quantity;
    return quantity > 0 ? [{ ...line, quantity, lineTotal: line.unitPrice * quantity }] : [];
  });
  const charges = order.charges.reduce((sum, { amount }) => sum + amount, 0);
  const total = lines.reduce((sum, { lineTotal }) => sum + lineTotal, charges);
  Object.assign(order, { lines, total, version: body.version + 1 });
  return ok({ ...order });
}

export const PEOPLE_ROUTES = [
  [/^GET reviews$/, needsMe(listReviews)],
  [
    /^POST reviews\/([^/]+)\/decision$/,
    needsMe(
      changeReview(({ state, reason }, { me }) => ({
        state,
        refusalReason: reason,
        moderatedAt: new Date().toISOString(),
        moderatedBy: me.staffId,
      })),
    ),
  ],
  [
    /^PUT reviews\/([^/]+)\/answer$/,
    needsMe(changeReview(({ answer }) => ({ shopAnswer: answer || undefined }))),
  ],
  [/^GET messages$/, needsMe(listTickets)],
  [
    /^GET messages\/([^/]+)$/,
    needsMe((state, { id }) => {
      const found = findTicket(state, id);
      return found ? ok(structuredClone(found)) : refused(404, 'There is no such message.');
    }),
  ],
  [/^POST messages\/([^/]+)\/answers$/, needsMe(answerTicket)],
  [
    /^POST messages\/([^/]+)\/notes$/,
    needsMe((state, { id, body }) => enter(state, id, body.noteId, 'note', body.text, () => ({}))),
  ],
  [/^PUT messages\/([^/]+)\/state$/, needsMe(setTicketState)],
  [/^GET orders\/([^/]+)\/notes$/, needsMe((state, { id }) => ok({ notes: notesOf(state, id) }))],
  [/^POST orders\/([^/]+)\/notes$/, needsMe(addNote)],
  [/^PUT orders\/([^/]+)\/address$/, needsMe(correctAddress)],
  [/^PUT orders\/([^/]+)\/lines$/, needsMe(correctLines)],
];
