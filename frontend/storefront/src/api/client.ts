// API calls of the pages. The calls that every visit makes are in lists.ts.
import { formData, sending } from 'shared/request/body';
import { cached } from 'shared/request/client';
import { ApiError } from './errors';
import { readFile } from './file';
import { filled } from './address';
import { BASE, request, successful } from './request';
import type {
  Account,
  AccountChange,
  AddressDetails,
  Cards,
  ContactMessage,
  Credentials,
  DeliveryQuote,
  EmailChange,
  Label,
  MyData,
  NewPassword,
  Order,
  OrderPage,
  OrderPayload,
  OwnAccount,
  OwnReview,
  PasswordChange,
  PlacedOrder,
  Product,
  Review,
  ReviewChange,
  ReviewForm,
  ReviewPage,
  SavedAddress,
  Session,
  StockAlert,
  Tracking,
  CancelOrReturn,
} from './types';

/** The products to find: by search words (best match first), by up to 50 ids, or by filters. `after` is the cursor of the next page. */
export interface CardQuery {
  search?: string;
  ids?: string;
  type?: string;
  concern?: string;
  sort?: string;
  after?: string;
}

/** Finds products, one page at a time. `fresh` as for `listCards`. */
export function findCards(query: CardQuery, { fresh = false } = {}): Promise<Cards> {
  return request(filled('GET products/cards', { query }), cached(fresh));
}

/** Fetches a product with all its details. `fresh` as for `listCards`. */
export function readProduct(id: string, { fresh = false } = {}): Promise<Product> {
  return request(filled('GET products/{id}', { path: { id } }), cached(fresh));
}

/** Lists the labels of the batches of a product that are sold next. */
export function listLabels(productId: string): Promise<Label[]> {
  return request(filled('GET products/{id}/labels', { path: { id: productId } }), {});
}

/** Lists the newest reviews of a product name, newest first. */
export function listReviewsOf(productName: string): Promise<Review[]> {
  return request(filled('GET users/getallreview', { query: { productname: productName } }), {});
}

/** Subscribes an email address to one mail when a sold-out pack is back. Returns the shop's message. */
export function addStockAlert(alert: StockAlert): Promise<string> {
  return command('POST users/stockalerts', sending(alert));
}

/** Places an order. Retries with the same order and key create one order. */
export function placeOrder(order: OrderPayload, idempotencyKey: string): Promise<PlacedOrder> {
  return request('POST users/orders/create/', {
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
    body: JSON.stringify(order),
  });
}

/** Fetches the delivery dates and charges for a pincode, for a parcel sent today. `fresh` as for `listCards`. */
export function quoteDelivery(pincode: string, { fresh = false } = {}): Promise<DeliveryQuote> {
  return request(filled('GET delivery', { query: { pincode } }), cached(fresh));
}

/** Lists a page of the logged-in shopper's orders, newest first. `after` is the cursor of the next page. */
export function listOrders(after?: string): Promise<OrderPage> {
  return request(filled('GET users/orders', pageAfter(after)), { credentials: 'include' });
}

/** Fetches an order of the logged-in shopper. */
export function readOrder(orderNumber: string): Promise<Order> {
  return request(filled('GET users/orders/{number}', ofOrder(orderNumber)), { credentials: 'include' });
}

/** Finds an order by its number and mobile number, or by the token of a link in a mail. */
export function trackOrder(tracking: Tracking): Promise<Order> {
  return request('POST users/orders/track', sending(tracking));
}

/** Cancels an order and returns its new state. */
export function cancelOrder(orderNumber: string, body: CancelOrReturn): Promise<Order> {
  return request(filled('POST users/orders/{number}/cancel', ofOrder(orderNumber)), sending(body));
}

/** Requests a return of an order and returns the order's new state. */
export function returnOrder(orderNumber: string, body: CancelOrReturn): Promise<Order> {
  return request(filled('POST users/orders/{number}/returns', ofOrder(orderNumber)), sending(body));
}

function ofOrder(orderNumber: string) {
  return { path: { number: orderNumber } };
}

/**
 * Creates a review of the logged-in shopper. Returns true if the shop has to approve it first. Throws on every status but 200 and 201,
 * other 2xx included.
 */
export async function createReview(review: ReviewForm): Promise<boolean> {
  const { status, data } = await successful('POST users/review', sending(formData(review)));
  if (status !== 200 && status !== 201) throw new ApiError(status, '');
  return data?.isHeld ?? false;
}

/** Lists a page of the logged-in shopper's reviews, newest first. `after` is the cursor of the next page. */
export function listOwnReviews(after?: string): Promise<ReviewPage> {
  return request(filled('GET users/reviews', pageAfter(after)), { credentials: 'include' });
}

/** Changes a review of the logged-in shopper and returns its new state. */
export function changeReview(id: string, change: ReviewChange): Promise<OwnReview> {
  return request(filled('PUT users/reviews/{id}', { path: { id } }), sending(change));
}

/** Sends the shop a message. Returns the shop's reply text. */
export function sendContactMessage(message: ContactMessage): Promise<string> {
  return command('POST users/contactus', sending(formData(message)));
}

/** Registers an account. Returns the shop's message. */
export function register(account: Account): Promise<string> {
  return command('POST users/userregister', sending(account));
}

/** Starts a session, which the browser keeps as a cookie. Returns the shop's message. */
export function logIn(credentials: Credentials): Promise<string> {
  return command('POST users/userlogin', sending(credentials));
}

/** Ends the session. Returns the shop's message. */
export function logOut(): Promise<string> {
  return command('POST users/userlogout', { credentials: 'include' });
}

/** Fetches the account of the logged-in shopper. */
export function readAccount(): Promise<OwnAccount> {
  return request('GET users/me', { credentials: 'include' });
}

/** Changes the account's mobile number. Returns the shop's message. */
export function changeMobileNumber(change: AccountChange): Promise<string> {
  return command('PUT users/me', sending(change));
}

/** Changes the account's password and ends all other sessions. Returns the shop's message. */
export function changePassword(change: PasswordChange): Promise<string> {
  return command('PUT users/me/password', sending(change));
}

/** Mails a code to the account's new email address. Returns the shop's message. */
export function requestEmailChange(change: EmailChange): Promise<string> {
  return command('POST users/me/email', sending(change));
}

/** Changes the account's email address to the one that received the code. Returns the account. */
export function changeEmail(code: string): Promise<OwnAccount> {
  return request('PUT users/me/email', sending({ code }));
}

/** Lists the sessions of the account, newest first. */
export async function listSessions(): Promise<Session[]> {
  return (await request('GET users/me/sessions', { credentials: 'include' })).sessions;
}

/** Ends all sessions of the account but this one. Returns how many were ended. */
export async function endOtherSessions(password: string): Promise<number> {
  return (await request('DELETE users/me/sessions', sending({ password }))).ended;
}

/** Lists the saved addresses of the account, default first. */
export async function listAddresses(): Promise<SavedAddress[]> {
  return (await request('GET users/addresses', { credentials: 'include' })).addresses;
}

/** Saves a new address, or changes the one with this id. */
export function saveAddress(details: AddressDetails, id?: string): Promise<SavedAddress> {
  if (id === undefined) return request('POST users/addresses', sending(details));
  return request(filled('PUT users/addresses/{id}', { path: { id } }), sending(details));
}

/** Deletes a saved address. Returns the shop's message. */
export function deleteAddress(id: string): Promise<string> {
  return command(filled('DELETE users/addresses/{id}', { path: { id } }), { credentials: 'include' });
}

/** Mails a code that proves the account's email address. Returns the shop's message. */
export function requestAccountCode(): Promise<string> {
  return command('POST users/me/code', { credentials: 'include' });
}

/** Requests an export of all data of the shopper. Returns the shop's message. */
export function collectMyData(code: string): Promise<string> {
  return command('POST users/me/data', sending({ code }));
}

/** Fetches the progress of the data export. */
export function readMyData(): Promise<MyData> {
  return request('GET users/me/data', { credentials: 'include' });
}

/** Downloads the data export as HTML or JSON. The password confirms the shopper. */
export function readDataFile(format: 'html' | 'json', password: string): Promise<Blob> {
  return readFile(`${BASE}users/me/data/file`, { password, format });
}

/** Adds the guest orders with the account's email address to the account. Returns how many were added. */
export async function claimOrders(code: string): Promise<number> {
  return (await request('POST users/orders/claims', sending({ code }))).claimed;
}

/** Deletes the account and ends its session. Returns the shop's message. */
export function deleteAccount(code: string): Promise<string> {
  return command('DELETE users/me', sending({ code }));
}

/** Requests a one-time code by mail. Returns the shop's message. */
export function requestCode(email: string): Promise<string> {
  return command('POST users/forgotpassword', sending({ email }));
}

/** Checks a one-time code without using it up. Returns the shop's message. */
export function verifyCode(email: string, code: string): Promise<string> {
  return command('POST users/verifyOtp', sending({ email, code }));
}

/** Sets a new password and uses up the code. Returns the shop's message. */
export function resetPassword(reset: NewPassword): Promise<string> {
  return command('POST users/resetpassword', sending(reset));
}

/** Calls a route and returns only the message of its response. */
async function command(route: Parameters<typeof successful>[0], init: RequestInit): Promise<string> {
  const { message } = await successful(route, init);
  return message ?? '';
}

/** The query for the page after a cursor; without a cursor, for the first page. */
function pageAfter(after: string | undefined) {
  return after === undefined ? {} : { query: { after } };
}
