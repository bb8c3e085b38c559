// What pages ask for and send.
import { sending } from 'shared/request/body';
import { command, filled, request, requestPlainly } from './request';
import type {
  Acceptance,
  Accepted,
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
  NewInvitation,
  Order,
  OrderPage,
  OrderState,
  PaymentRecord,
  Proof,
  Recalled,
  Receipt,
  Resolution,
  ReturnedPack,
  StaffList,
  StockLevel,
  Today,
} from './types';

/** With the cookie of the session. */
const own: RequestInit = { credentials: 'include' };

/** Whoever is signed in. */
export const readMe = (): Promise<Me> => request('GET session', own);

/** Begins a session, which the browser keeps as a cookie. */
export const signIn = (credentials: Credentials): Promise<Me> =>
  request('POST session', sending(credentials));

/** Ends it. */
export const signOut = (): Promise<void> => command('DELETE session', own);

/** Shows again who is signed in. */
export const reauthenticate = (proof: Proof): Promise<Me> =>
  requestPlainly('POST session/reauthentication', sending(proof));

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
export const listOrders = (query: OrderQuery): Promise<OrderPage> =>
  request(filled('GET orders', { query }), own);

/** An order. */
export const readOrder = (number: string): Promise<Order> =>
  request(filled('GET orders/{number}', { path: { number } }), own);

/** Moves an order on; refused with the order when somebody else moved it before. */
export const moveOrder = (number: string, move: Move): Promise<Order> =>
  request(filled('POST orders/{number}/moves', { path: { number } }), sending(move));

/** Writes down that an order was paid. */
export const recordPayment = (number: string, payment: PaymentRecord): Promise<Order> =>
  request(filled('POST orders/{number}/payment', { path: { number } }), sending(payment));

/** How every pack stands. */
export const listStock = async (): Promise<StockLevel[]> => (await request('GET stock', own)).levels;

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
