// The calls that pages make to the office's gateway.
import { deadline } from 'shared/request/deadline';
import { sending } from 'shared/request/body';
import { commandPlainly, filled, own, request, requestPlainly } from './request';
import type {
  Acceptance,
  Accepted,
  AddressCorrection,
  Credentials,
  InvitationDetails,
  LogPage,
  Me,
  DeliveryQuote,
  NewOrder,
  NewOrderNote,
  Order,
  OrderNote,
  OrderPage,
  OrderState,
  OrderTransition,
  PackOnSale,
  PaymentRecord,
  Photo,
  PlacedOrder,
  Proof,
  Today,
} from './types';

/** Reads the signed-in staff member. */
export const readMe = (): Promise<Me> => request('GET session', own);

/** Reads the signed-in staff member; fails with 401 when the session has ended, without asking to sign in again. */
export const readMeAtOnce = (): Promise<Me> => requestPlainly('GET session', own);

/** Starts a session. The browser keeps it as a cookie. */
export const signIn = (credentials: Credentials): Promise<Me> =>
  requestPlainly('POST session', sending(credentials));

/** Ends the session. */
export const signOut = (): Promise<void> => commandPlainly('DELETE session', own);

/** Proves the identity of the signed-in staff member again. */
export const reauthenticate = (proof: Proof): Promise<Me> =>
  request('POST session/reauthentication', sending(proof));

/** Reads the details of an invitation. */
export const lookUpInvitation = (token: string): Promise<InvitationDetails> =>
  request('POST invitations/lookup', sending({ token }));

/** Accepts an invitation and starts a session. */
export const acceptInvitation = (acceptance: Acceptance): Promise<Accepted> =>
  request('POST invitations/acceptance', sending(acceptance));

/** Lists a page of the audit log. */
export const listLog = (query: { staffId?: string; subject?: string; cursor?: string }): Promise<LogPage> =>
  request(filled('GET log', { query }), own);

/** Reads today's counts and sales. */
export const readToday = (): Promise<Today> => request('GET today', own);

/** A filter for orders: a search text, statuses, and the cursor of the next page. */
export interface OrderQuery {
  text?: string;
  status?: OrderState[];
  cursor?: string;
}

/** Lists a page of orders, newest first. */
export const listOrders = ({ text, ...query }: OrderQuery): Promise<OrderPage> =>
  text
    ? request(filled('POST orders/searches', {}), sending({ text, ...query }))
    : request(filled('GET orders', { query }), own);

/** The most order numbers in one call. */
const MOST_NUMBERS = 100;

/** Reads the orders with these numbers, in the order of the numbers. Numbers without an order are left out. */
export async function readOrders(numbers: readonly string[]): Promise<Order[]> {
  const found = new Map<string, Order>();
  for (let from = 0; from < numbers.length; from += MOST_NUMBERS) {
    const number = numbers.slice(from, from + MOST_NUMBERS);
    // oxlint-disable-next-line no-await-in-loop -- one after another, so that others have room
    const { orders } = await request(filled('GET orders', { query: { number } }), own);
    for (const order of orders) found.set(order.orderNumber, order);
  }
  return numbers.flatMap((number) => found.get(number) ?? []);
}

/** Reads an order. */
export const readOrder = (number: string): Promise<Order> =>
  request(filled('GET orders/{number}', { path: { number } }), own);

/** Changes the status of an order; fails with 409 and the current order when its version has changed. */
export const transitionOrder = (number: string, transition: OrderTransition): Promise<Order> =>
  request(filled('POST orders/{number}/transitions', { path: { number } }), sending(transition));

/** Records a payment of an order. */
export const recordPayment = (number: string, payment: PaymentRecord): Promise<Order> =>
  request(filled('POST orders/{number}/payment', { path: { number } }), sending(payment));

/** Mails the shopper again how to pay; returns the address that the mail goes to. */
export const requestPayment = async (number: string): Promise<string> =>
  (await request(filled('POST orders/{number}/payment-request', { path: { number } }), sending({}))).email;

/** Lists the notes on an order, oldest first. */
export const listOrderNotes = async (number: string): Promise<OrderNote[]> =>
  (await request(filled('GET orders/{number}/notes', { path: { number } }), own)).notes;

/** Adds an internal note. A retry with the same `noteId` adds nothing more. */
export const addOrderNote = (number: string, note: NewOrderNote): Promise<OrderNote> =>
  request(filled('POST orders/{number}/notes', { path: { number } }), sending(note));

/** Corrects the delivery address; fails with 409 and the current order when its version has changed. */
export const correctAddress = (number: string, correction: AddressCorrection): Promise<Order> =>
  request(filled('PUT orders/{number}/address', { path: { number } }), sending(correction));

/** The timeout of a photo upload, the same as the gateway's: 15 MB take a while on a slow line. */
const UPLOAD_MS = 75_000;

/** Stores a photo in the sizes that the shop shows. The same photo gets the same address. */
export const uploadPhoto = (photo: File): Promise<Photo> =>
  request('POST photos', {
    ...own,
    headers: { 'Content-Type': photo.type },
    body: photo,
    signal: deadline(UPLOAD_MS),
  });

/** Lists all packs that are on sale today. */
export const listPacks = async (): Promise<PackOnSale[]> => (await request('GET packs', own)).packs;

/** Reads the delivery date and fee for a pincode and a price of goods. */
export const quoteDelivery = (pincode: string, goods: number): Promise<DeliveryQuote> =>
  request(filled('GET orders/quote', { query: { pincode, goods } }), own);

/** Places a phone or WhatsApp order. A retry with the same key places no second order. */
export function placeOrder(key: string, order: NewOrder): Promise<PlacedOrder> {
  const { headers, ...init } = sending(order);
  return request('POST orders', { ...init, headers: { ...headers, 'Idempotency-Key': key } });
}
