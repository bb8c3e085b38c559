// The fake API of reviews, messages and notes. It checks little.
import { Code } from '@connectrpc/connect';
import { TicketEntryKind, TicketService, TicketState } from '../contract/shop/contact/v1/tickets_pb.js';
import {
  ModeratedReviewSchema,
  ReviewModerationService,
  ReviewState,
} from '../contract/shop/review/v1/moderation_pb.js';
import { needsMe, ok, refused, refusedCall } from './fake_answers.mjs';
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
  const waiting = reviews.filter(({ state }) => state === ReviewState.WAITING);
  const open = tickets.filter(({ ticket }) => ticket.state === TicketState.OPEN);
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

const listReviews = ({ reviews }, { state, isFlagged }) => ({
  reviews: reviews.filter((each) => each.state === state && (!isFlagged || each.claims.length > 0)),
});

const changeReview = (change) => (state, request) => {
  const { reviewId, version } = request;
  const moderated = state.reviews.find(({ review }) => review.id === reviewId);
  if (!moderated) throw refusedCall(Code.NotFound, 'There is no such review.', 'NO_REVIEW');
  const { review } = moderated;
  if (state.changed.delete(reviewId)) {
    Object.assign(review, { review: `${review.review} It also helps my mother.`, ratingTenths: 30 });
    moderated.version += 1;
  }
  if (moderated.version !== version) {
    const present = { desc: ModeratedReviewSchema, value: moderated };
    throw refusedCall(Code.Aborted, 'The review was changed.', 'REVIEW_CHANGED', present);
  }
  change(moderated, request, state);
  moderated.version += 1;
  return { review: moderated };
};

function decideReview(moderated, { state, reason }, { me }) {
  const moderatedAt = new Date().toISOString();
  Object.assign(moderated, { state, refusalReason: reason, moderatedAt, moderatedBy: me.staffId });
}

function listTickets({ tickets }, { state, query }) {
  const text = query.toLowerCase();
  const found = tickets
    .map(({ ticket }) => ticket)
    .filter(
      (ticket) =>
        (!state || ticket.state === state) &&
        [ticket.number, ticket.name, ticket.email, ticket.phone].some((word) =>
          word.toLowerCase().includes(text),
        ),
    );
  return { tickets: found };
}

function getTicket({ tickets }, { messageId }) {
  const found = tickets.find(({ ticket }) => ticket.messageId === messageId);
  if (!found) throw refusedCall(Code.NotFound, 'There is no such message.', 'NO_MESSAGE');
  return found;
}

/** Adds an entry to a ticket's thread, once for its id. */
function enter(state, request, id, kind, change) {
  const thread = getTicket(state, request);
  if (!thread.entries.some((entry) => entry.id === id)) {
    const writtenAt = new Date().toISOString();
    thread.entries.push({ id, kind, text: request.text, writtenAt, staffId: state.me.staffId });
    Object.assign(thread.ticket, change(writtenAt, thread.ticket));
  }
  return { ticket: thread.ticket };
}

const answerTicket = (state, request) =>
  enter(state, request, request.answerId, TicketEntryKind.ANSWER, (at, { answeredAt }) => ({
    state: request.closes ? TicketState.CLOSED : TicketState.ANSWERED,
    answeredAt: answeredAt ?? at,
    excerpt: request.text,
    ...(request.closes && { closedAt: at }),
  }));

const addTicketNote = (state, request) =>
  enter(state, request, request.noteId, TicketEntryKind.NOTE, () => ({}));

function setTicketState(state, request) {
  const isClosed = request.state === TicketState.CLOSED;
  const kind = isClosed ? TicketEntryKind.CLOSED : TicketEntryKind.REOPENED;
  return enter(state, request, crypto.randomUUID(), kind, (at) => ({
    state: request.state,
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

/** The methods of the contract about people. */
export const PEOPLE_METHODS = [
  [ReviewModerationService.method.listModeratedReviews, listReviews],
  [ReviewModerationService.method.moderateReview, changeReview(decideReview)],
  [
    ReviewModerationService.method.answerReview,
    changeReview(({ review }, { answer }) => (review.shopAnswer = answer)),
  ],
  [TicketService.method.listTickets, listTickets],
  [TicketService.method.getTicket, getTicket],
  [TicketService.method.answerTicket, answerTicket],
  [TicketService.method.addTicketNote, addTicketNote],
  [TicketService.method.setTicketState, setTicketState],
];

export const PEOPLE_ROUTES = [
  [/^GET orders\/([^/]+)\/notes$/, needsMe((state, { id }) => ok({ notes: notesOf(state, id) }))],
  [/^POST orders\/([^/]+)\/notes$/, needsMe(addNote)],
  [/^PUT orders\/([^/]+)\/address$/, needsMe(correctAddress)],
  [/^PUT orders\/([^/]+)\/lines$/, needsMe(correctLines)],
];
