// What pages ask for and send.
import { deadline } from 'shared/request/deadline';
import { sending } from 'shared/request/body';
import { command, commandPlainly, filled, own, request, requestPlainly } from './request';
import type {
  Acceptance,
  Accepted,
  AddressCorrection,
  Adjustment,
  Batch,
  Colleague,
  ColleagueChange,
  Credentials,
  Invitation,
  InvitationDetails,
  LogPage,
  Me,
  Move,
  DeliveryQuote,
  NewInvitation,
  NewOrder,
  NewOrderNote,
  Order,
  OrderNote,
  OrderPage,
  OrderState,
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
  Recalled,
  Receipt,
  Resolution,
  ReturnedPack,
  Review,
  ReviewAnswer,
  ReviewDecision,
  ReviewPage,
  ReviewState,
  ShopperDetails,
  ShopperPage,
  StaffList,
  StaffNames,
  StockFilter,
  StockPage,
  Ticket,
  TicketAnswer,
  TicketNote,
  TicketPage,
  TicketState,
  TicketThread,
  Today,
} from './types';

/** Whoever is signed in. */
export const readMe = (): Promise<Me> => request('GET session', own);

/** The member of staff whose session this is; refused when it has ended. */
export const readMeAtOnce = (): Promise<Me> => requestPlainly('GET session', own);

/** Begins a session, which the browser keeps as a cookie. */
export const signIn = (credentials: Credentials): Promise<Me> =>
  requestPlainly('POST session', sending(credentials));

/** Ends it. */
export const signOut = (): Promise<void> => commandPlainly('DELETE session', own);

/** Shows again who is signed in. */
export const reauthenticate = (proof: Proof): Promise<Me> =>
  request('POST session/reauthentication', sending(proof));

/** What an invitation says. */
export const lookUpInvitation = (token: string): Promise<InvitationDetails> =>
  request('POST invitations/lookup', sending({ token }));

/** Accepts it, and begins a session. */
export const acceptInvitation = (acceptance: Acceptance): Promise<Accepted> =>
  request('POST invitations/acceptance', sending(acceptance));

/** Everybody of the staff. */
export const listStaff = (): Promise<StaffList> => request('GET staff', own);

/** Invites somebody by mail. */
export const inviteStaff = (invitation: NewInvitation): Promise<Invitation> =>
  request('POST staff/invitations', sending(invitation));

/** Gives somebody another role, or takes the office from them or gives it back. */
export const changeStaff = (id: string, change: ColleagueChange): Promise<Colleague> =>
  request(filled('PUT staff/{id}', { path: { id } }), sending(change));

/** Who asked for what, a page of it. */
export const listLog = (query: { staffId?: string; subject?: string; cursor?: string }): Promise<LogPage> =>
  request(filled('GET log', { query }), own);

/** How the day stands. */
export const readToday = (): Promise<Today> => request('GET today', own);

/** Which orders are wanted: by a text, in some states; `cursor`: the next page. */
export interface OrderQuery {
  text?: string;
  status?: OrderState[];
  cursor?: string;
}

/** Orders, newest first, a page of them. */
export const listOrders = ({ text, ...query }: OrderQuery): Promise<OrderPage> =>
  text
    ? request(filled('POST orders/searches', {}), sending({ text, ...query }))
    : request(filled('GET orders', { query }), own);

/** Numbers that one call may ask for. */
const MOST_NUMBERS = 100;

/** The orders with these numbers that there are, in the order of the numbers. */
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

/** An order. */
export const readOrder = (number: string): Promise<Order> =>
  request(filled('GET orders/{number}', { path: { number } }), own);

/** Moves an order on; refused with the order when somebody else moved it before. */
export const moveOrder = (number: string, move: Move): Promise<Order> =>
  request(filled('POST orders/{number}/moves', { path: { number } }), sending(move));

/** Writes down that an order was paid. */
export const recordPayment = (number: string, payment: PaymentRecord): Promise<Order> =>
  request(filled('POST orders/{number}/payment', { path: { number } }), sending(payment));

/** Has the shopper told once more by mail how to pay; answers where the mail goes. */
export const requestPayment = async (number: string): Promise<string> =>
  (await request(filled('POST orders/{number}/payment-request', { path: { number } }), sending({}))).email;

/** Which packs are wanted: only some, by words, or of a product; `cursor`: the next page. */
export interface StockQuery {
  only?: StockFilter | undefined;
  text?: string;
  productId?: string;
  cursor?: string;
}

/** How packs stand, by their products' names, a page of them. */
export const listStock = (query: StockQuery): Promise<StockPage> =>
  request(filled('GET stock', { query }), own);

/** The batches of a pack. */
export const listBatches = async (productId: string, weightInGrams: number): Promise<Batch[]> =>
  (await request(filled('GET stock/batches', { query: { productId, weightInGrams } }), own)).batches;

/** Takes packs in; the same `receiptId` again takes in nothing more. */
export const receiveBatch = (receipt: Receipt): Promise<Batch> =>
  request('POST stock/batches', sending(receipt));

/** Corrects what is there; the same `adjustmentId` again changes nothing more. */
export const adjustBatch = (id: string, adjustment: Adjustment): Promise<Batch> =>
  request(filled('POST stock/batches/{id}/adjustments', { path: { id } }), sending(adjustment));

/** Stops a batch, and finds the orders that hold packs of it. */
export const recallBatch = (id: string, reason: string): Promise<Recalled> =>
  request(filled('POST stock/batches/{id}/recall', { path: { id } }), sending({ reason }));

/** Packs that came back and that nobody has looked at. */
export const listReturns = async (): Promise<ReturnedPack[]> =>
  (await request('GET stock/returns', own)).packs;

/** Puts packs that came back among those that are sold, or writes them off. */
export const resolveReturn = (resolution: Resolution): Promise<Batch> =>
  request('POST stock/returns/resolutions', sending(resolution));

/** Which reviews are wanted; `flagged`: only those that may hold a forbidden claim. */
export interface ReviewQuery {
  state: ReviewState;
  flagged?: boolean;
  cursor?: string;
}

/** Reviews in a state, a page of them: those that wait longest first, others as they were last decided. */
export const listReviews = (query: ReviewQuery): Promise<ReviewPage> =>
  request(filled('GET reviews', { query }), own);

/** Approves or refuses a review; refused with the review when it was changed since it was read. */
export const decideReview = (id: string, decision: ReviewDecision): Promise<Review> =>
  request(filled('POST reviews/{id}/decision', { path: { id } }), sending(decision));

/** Says below a review what the shop answers; refused likewise. */
export const answerReview = (id: string, answer: ReviewAnswer): Promise<Review> =>
  request(filled('PUT reviews/{id}/answer', { path: { id } }), sending(answer));

/** Which tickets are wanted: in a state, by a number, a name, an e-mail address or a mobile number. */
export interface TicketQuery {
  state?: TicketState;
  text?: string;
  cursor?: string;
}

/** Tickets, a page of them: open ones by when they are due, others by what was written last. */
export const listTickets = ({ text, ...query }: TicketQuery): Promise<TicketPage> =>
  text
    ? request(filled('POST messages/searches', {}), sending({ text, ...query }))
    : request(filled('GET messages', { query }), own);

/** A ticket with its thread. */
export const readTicket = (id: string): Promise<TicketThread> =>
  request(filled('GET messages/{id}', { path: { id } }), own);

/** Answers a ticket by mail; the same `answerId` again sends nothing more. */
export const answerTicket = (id: string, answer: TicketAnswer): Promise<Ticket> =>
  request(filled('POST messages/{id}/answers', { path: { id } }), sending(answer));

/** Writes a note that only staff see; the same `noteId` again is the same note. */
export const addTicketNote = (id: string, note: TicketNote): Promise<Ticket> =>
  request(filled('POST messages/{id}/notes', { path: { id } }), sending(note));

/** Closes a ticket, or opens it again. */
export const setTicketState = (id: string, state: 'open' | 'closed'): Promise<Ticket> =>
  request(filled('PUT messages/{id}/state', { path: { id } }), sending({ state }));

/** Shoppers by a name, an e-mail address or a mobile number, newest first, a page of them. */
export const listShoppers = ({ text, ...query }: { text?: string; cursor?: string }): Promise<ShopperPage> =>
  text
    ? request(filled('POST shoppers/searches', {}), sending({ text, ...query }))
    : request(filled('GET shoppers', { query }), own);

/** A shopper with their addresses. */
export const readShopper = (id: string): Promise<ShopperDetails> =>
  request(filled('GET shoppers/{id}', { path: { id } }), own);

/** Has a shopper's data gathered; a mail tells the shopper when it is there. */
export const requestShopperData = (id: string): Promise<void> =>
  command(filled('POST shoppers/{id}/data-requests', { path: { id } }), own);

/** Deletes a shopper's account. */
export const deleteShopper = (id: string): Promise<void> =>
  command(filled('DELETE shoppers/{id}', { path: { id } }), own);

/** What everybody of the staff is called, also those who have left. */
export const listStaffNames = async (): Promise<StaffNames['names']> =>
  (await request('GET staff/names', own)).names;

/** The notes on an order, oldest first. */
export const listOrderNotes = async (number: string): Promise<OrderNote[]> =>
  (await request(filled('GET orders/{number}/notes', { path: { number } }), own)).notes;

/** Writes a note that only staff see; the same `noteId` again is the same note. */
export const addOrderNote = (number: string, note: NewOrderNote): Promise<OrderNote> =>
  request(filled('POST orders/{number}/notes', { path: { number } }), sending(note));

/** Corrects where an order goes; refused with the order when it was changed since it was looked at. */
export const correctAddress = (number: string, correction: AddressCorrection): Promise<Order> =>
  request(filled('PUT orders/{number}/address', { path: { number } }), sending(correction));

/** Which products are wanted: in a state, by a part of a name. */
export interface ProductQuery {
  state?: ProductState;
  text?: string;
  cursor?: string;
}

/** Products in the shop's order, a page of them. */
export const listProducts = (query: ProductQuery): Promise<ProductPage> =>
  request(filled('GET products', { query }), own);

/** A product in whatever state. */
export const readProduct = (id: string): Promise<Product> =>
  request(filled('GET products/{id}', { path: { id } }), own);

/** Keeps a new product as a draft; the same `id` again is the same product. */
export const createProduct = (id: string, content: ProductContent): Promise<Product> =>
  request('POST products', sending({ id, content }));

/** Changes what a product says and costs; refused with the product when somebody else changed it before. */
export const updateProduct = (id: string, version: number, content: ProductContent): Promise<Product> =>
  request(filled('PUT products/{id}', { path: { id } }), sending({ version, content }));

/** Changes the state of a product. One without stock is published only with `withoutStock`. */
export interface ProductStateChange {
  version: number;
  state: ProductState;
  withoutStock?: boolean;
}

/** Publishes a product, archives it or makes it a draft again; refused likewise. */
export const setProductState = (id: string, change: ProductStateChange): Promise<Product> =>
  request(filled('PUT products/{id}/state', { path: { id } }), sending(change));

/** Answers for the claims that a product's texts now make. */
export const acceptClaims = (id: string, version: number, reason: string): Promise<Product> =>
  request(filled('POST products/{id}/accepted-claims', { path: { id } }), sending({ version, reason }));

/** What in these texts may be a forbidden claim. */
export const checkClaims = async (content: ProductContent): Promise<ProductClaim[]> =>
  (await request('POST products/claims', sending({ content }))).claims;

/** Who changed a product, newest first, a page of it. */
export const listProductChanges = (id: string, cursor: string): Promise<ProductChangePage> =>
  request(filled('GET products/{id}/changes', { path: { id }, query: { cursor } }), own);

/** As long as the office gives a photo: 15 MB take a while on a slow line. */
const UPLOAD_MS = 75_000;

/** Keeps a photo in the sizes that the shop shows; the same photo again gets the same address. */
export const uploadPhoto = (photo: File): Promise<Photo> =>
  request('POST photos', {
    ...own,
    headers: { 'Content-Type': photo.type },
    body: photo,
    signal: deadline(UPLOAD_MS),
  });

/** Every pack that is on sale today. */
export const listPacks = async (): Promise<PackOnSale[]> => (await request('GET packs', own)).packs;

/** When a parcel comes to a pincode, and what that costs for goods of this price. */
export const quoteDelivery = (pincode: string, goods: number): Promise<DeliveryQuote> =>
  request(filled('GET orders/quote', { query: { pincode, goods } }), own);

/** Places an order for somebody who calls or writes; the same key again is the same order. */
export function placeOrder(key: string, order: NewOrder): Promise<PlacedOrder> {
  const { headers, ...init } = sending(order);
  return request('POST orders', { ...init, headers: { ...headers, 'Idempotency-Key': key } });
}
