// The calls that pages make to the office's gateway.
import { deadline } from 'shared/request/deadline';
import { sending } from 'shared/request/body';
import { command, commandPlainly, filled, own, request, requestPlainly } from './request';
import type {
  Acceptance,
  Accepted,
  AddressCorrection,
  Colleague,
  ColleagueChange,
  Credentials,
  Invitation,
  InvitationDetails,
  LogPage,
  Me,
  DeliveryQuote,
  NewInvitation,
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
  Product,
  ProductChangePage,
  ProductClaim,
  ProductContent,
  ProductPage,
  ProductState,
  Proof,
  Review,
  ReviewAnswer,
  ReviewDecision,
  ReviewPage,
  ReviewState,
  ShopperDetails,
  ShopperPage,
  StaffList,
  StaffNames,
  Ticket,
  TicketAnswer,
  TicketNote,
  TicketPage,
  TicketState,
  TicketThread,
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

/** Lists all staff members and pending invitations. */
export const listStaff = (): Promise<StaffList> => request('GET staff', own);

/** Invites a new staff member by mail. */
export const inviteStaff = (invitation: NewInvitation): Promise<Invitation> =>
  request('POST staff/invitations', sending(invitation));

/** Changes the role of a staff member, or withdraws or restores their access. */
export const changeStaff = (id: string, change: ColleagueChange): Promise<Colleague> =>
  request(filled('PUT staff/{id}', { path: { id } }), sending(change));

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

/** A filter for reviews. `flagged`: only reviews that may hold a forbidden claim. */
export interface ReviewQuery {
  state: ReviewState;
  flagged?: boolean;
  cursor?: string;
}

/** Lists a page of reviews in a state: waiting ones longest first, others by their last decision. */
export const listReviews = (query: ReviewQuery): Promise<ReviewPage> =>
  request(filled('GET reviews', { query }), own);

/** Approves or refuses a review; fails with 409 and the current review when its version has changed. */
export const decideReview = (id: string, decision: ReviewDecision): Promise<Review> =>
  request(filled('POST reviews/{id}/decision', { path: { id } }), sending(decision));

/** Sets the shop's answer to a review; fails with 409 and the current review when its version has changed. */
export const answerReview = (id: string, answer: ReviewAnswer): Promise<Review> =>
  request(filled('PUT reviews/{id}/answer', { path: { id } }), sending(answer));

/** A filter for tickets: a state, or a number, a name, an email address or a mobile number. */
export interface TicketQuery {
  state?: TicketState;
  text?: string;
  cursor?: string;
}

/** Lists a page of tickets: open ones by their due time, others by their latest entry. */
export const listTickets = ({ text, ...query }: TicketQuery): Promise<TicketPage> =>
  text
    ? request(filled('POST messages/searches', {}), sending({ text, ...query }))
    : request(filled('GET messages', { query }), own);

/** Reads a ticket with its thread. */
export const readTicket = (id: string): Promise<TicketThread> =>
  request(filled('GET messages/{id}', { path: { id } }), own);

/** Answers a ticket by mail. A retry with the same `answerId` sends nothing more. */
export const answerTicket = (id: string, answer: TicketAnswer): Promise<Ticket> =>
  request(filled('POST messages/{id}/answers', { path: { id } }), sending(answer));

/** Adds an internal note. A retry with the same `noteId` adds nothing more. */
export const addTicketNote = (id: string, note: TicketNote): Promise<Ticket> =>
  request(filled('POST messages/{id}/notes', { path: { id } }), sending(note));

/** Closes or reopens a ticket. */
export const setTicketState = (id: string, state: 'open' | 'closed'): Promise<Ticket> =>
  request(filled('PUT messages/{id}/state', { path: { id } }), sending({ state }));

/** Lists a page of shoppers, newest first, by name, email address or mobile number. */
export const listShoppers = ({ text, ...query }: { text?: string; cursor?: string }): Promise<ShopperPage> =>
  text
    ? request(filled('POST shoppers/searches', {}), sending({ text, ...query }))
    : request(filled('GET shoppers', { query }), own);

/** Reads a shopper with their addresses. */
export const readShopper = (id: string): Promise<ShopperDetails> =>
  request(filled('GET shoppers/{id}', { path: { id } }), own);

/** Starts an export of a shopper's data; a mail tells the shopper when it is ready. */
export const requestShopperData = (id: string): Promise<void> =>
  command(filled('POST shoppers/{id}/data-requests', { path: { id } }), own);

/** Deletes a shopper's account. */
export const deleteShopper = (id: string): Promise<void> =>
  command(filled('DELETE shoppers/{id}', { path: { id } }), own);

/** Lists the names of all staff members, including former ones. */
export const listStaffNames = async (): Promise<StaffNames['names']> =>
  (await request('GET staff/names', own)).names;

/** Lists the notes on an order, oldest first. */
export const listOrderNotes = async (number: string): Promise<OrderNote[]> =>
  (await request(filled('GET orders/{number}/notes', { path: { number } }), own)).notes;

/** Adds an internal note. A retry with the same `noteId` adds nothing more. */
export const addOrderNote = (number: string, note: NewOrderNote): Promise<OrderNote> =>
  request(filled('POST orders/{number}/notes', { path: { number } }), sending(note));

/** Corrects the delivery address; fails with 409 and the current order when its version has changed. */
export const correctAddress = (number: string, correction: AddressCorrection): Promise<Order> =>
  request(filled('PUT orders/{number}/address', { path: { number } }), sending(correction));

/** A filter for products: a state, or a part of a name. */
export interface ProductQuery {
  state?: ProductState;
  text?: string;
  cursor?: string;
}

/** Lists a page of products, in the shop's order. */
export const listProducts = (query: ProductQuery): Promise<ProductPage> =>
  request(filled('GET products', { query }), own);

/** Reads a product in any state. */
export const readProduct = (id: string): Promise<Product> =>
  request(filled('GET products/{id}', { path: { id } }), own);

/** Creates a product as a draft. A retry with the same `id` creates nothing more. */
export const createProduct = (id: string, content: ProductContent): Promise<Product> =>
  request('POST products', sending({ id, content }));

/** Changes the content and prices of a product; fails with 409 and the current product when its version has changed. */
export const updateProduct = (id: string, version: number, content: ProductContent): Promise<Product> =>
  request(filled('PUT products/{id}', { path: { id } }), sending({ version, content }));

/** A change of a product's state. A product without stock is published only with `withoutStock`. */
export interface ProductStateChange {
  version: number;
  state: ProductState;
  withoutStock?: boolean;
}

/** Publishes or archives a product, or makes it a draft; fails with 409 and the current product when its version has changed. */
export const setProductState = (id: string, change: ProductStateChange): Promise<Product> =>
  request(filled('PUT products/{id}/state', { path: { id } }), sending(change));

/** Accepts the claims in a product's current texts, with a reason. */
export const acceptClaims = (id: string, version: number, reason: string): Promise<Product> =>
  request(filled('POST products/{id}/accepted-claims', { path: { id } }), sending({ version, reason }));

/** Finds possible forbidden claims in these texts. */
export const checkClaims = async (content: ProductContent): Promise<ProductClaim[]> =>
  (await request('POST products/claims', sending({ content }))).claims;

/** Lists a page of a product's changes, newest first. */
export const listProductChanges = (id: string, cursor: string): Promise<ProductChangePage> =>
  request(filled('GET products/{id}/changes', { path: { id }, query: { cursor } }), own);

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
