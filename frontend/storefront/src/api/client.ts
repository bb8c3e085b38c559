// What pages ask for and send; what every visit may ask for is in lists.ts.
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

/** Which products: what words mean, the nearest first; up to 50 ids; or what is chosen of the shelf. `after`: the next page. */
export interface CardQuery {
  search?: string;
  ids?: string;
  type?: string;
  concern?: string;
  sort?: string;
  after?: string;
}

/** The products that are asked for, a page of them when they are many. `fresh` as for `listCards`. */
export function findCards(query: CardQuery, { fresh = false } = {}): Promise<Cards> {
  return request(filled('GET products/cards', { query }), cached(fresh));
}

/** All about a product. `fresh` as for `listCards`. */
export function readProduct(id: string, { fresh = false } = {}): Promise<Product> {
  return request(filled('GET products/{id}', { path: { id } }), cached(fresh));
}

/** What is printed on the packs of a product that are sold next. */
export function listLabels(productId: string): Promise<Label[]> {
  return request(filled('GET products/{id}/labels', { path: { id: productId } }), {});
}

/** The newest reviews that name a product, newest first. */
export function listReviewsOf(productName: string): Promise<Review[]> {
  return request(filled('GET users/getallreview', { query: { productname: productName } }), {});
}

/** Has somebody told by mail, once, when a pack that is sold out is back; answers what the shop says to it. */
export function addStockAlert(alert: StockAlert): Promise<string> {
  return command('POST users/stockalerts', sending(alert));
}

/** Places an order. The same key with the same order, however often, makes one order. */
export function placeOrder(order: OrderPayload, idempotencyKey: string): Promise<PlacedOrder> {
  return request('POST users/orders/create/', {
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
    body: JSON.stringify(order),
  });
}

/** When a parcel of today comes to a pincode, and what that costs. `fresh` as for `listCards`. */
export function quoteDelivery(pincode: string, { fresh = false } = {}): Promise<DeliveryQuote> {
  return request(filled('GET delivery', { query: { pincode } }), cached(fresh));
}

/** The orders of the shopper who is logged in, newest first, a page of them; `after`: the next page. */
export function listOrders(after?: string): Promise<OrderPage> {
  return request(filled('GET users/orders', pageAfter(after)), { credentials: 'include' });
}

/** An order of the shopper who is logged in. */
export function readOrder(orderNumber: string): Promise<Order> {
  return request(filled('GET users/orders/{number}', ofOrder(orderNumber)), { credentials: 'include' });
}

/** An order of whoever knows its number and the mobile number on it, or has the link of a mail. */
export function trackOrder(tracking: Tracking): Promise<Order> {
  return request('POST users/orders/track', sending(tracking));
}

/** Cancels an order; answers how it stands then. */
export function cancelOrder(orderNumber: string, body: CancelOrReturn): Promise<Order> {
  return request(filled('POST users/orders/{number}/cancel', ofOrder(orderNumber)), sending(body));
}

/** Asks to send an order back; answers how it stands then. */
export function returnOrder(orderNumber: string, body: CancelOrReturn): Promise<Order> {
  return request(filled('POST users/orders/{number}/returns', ofOrder(orderNumber)), sending(body));
}

function ofOrder(orderNumber: string) {
  return { path: { number: orderNumber } };
}

/**
 * Keeps a review of the shopper who is logged in; answers whether it is shown only once the shop has checked it. Any status but 200 and
 * 201 is an error, also one of success.
 */
export async function createReview(review: ReviewForm): Promise<boolean> {
  const { status, data } = await successful('POST users/review', sending(formData(review)));
  if (status !== 200 && status !== 201) throw new ApiError(status, '');
  return data?.isHeld ?? false;
}

/** The reviews of the shopper who is logged in, newest first, a page of them; `after`: the next page. */
export function listOwnReviews(after?: string): Promise<ReviewPage> {
  return request(filled('GET users/reviews', pageAfter(after)), { credentials: 'include' });
}

/** Changes a review of the shopper who is logged in; answers how it stands then. */
export function changeReview(id: string, change: ReviewChange): Promise<OwnReview> {
  return request(filled('PUT users/reviews/{id}', { path: { id } }), sending(change));
}

/** Sends the shop a message; answers what the shop says to it. */
export function sendContactMessage(message: ContactMessage): Promise<string> {
  return command('POST users/contactus', sending(formData(message)));
}

/** Makes an account; answers what the shop says to it. */
export function register(account: Account): Promise<string> {
  return command('POST users/userregister', sending(account));
}

/** Begins a session, which the browser keeps as a cookie; answers what the shop says to it. */
export function logIn(credentials: Credentials): Promise<string> {
  return command('POST users/userlogin', sending(credentials));
}

/** Ends the session; answers what the shop says to it. */
export function logOut(): Promise<string> {
  return command('POST users/userlogout', { credentials: 'include' });
}

/** What the account says of the shopper who is logged in. */
export function readAccount(): Promise<OwnAccount> {
  return request('GET users/me', { credentials: 'include' });
}

/** Changes the account's mobile number; answers what the shop says to it. */
export function changeMobileNumber(change: AccountChange): Promise<string> {
  return command('PUT users/me', sending(change));
}

/** Changes the account's password, and ends every other session; answers what the shop says to it. */
export function changePassword(change: PasswordChange): Promise<string> {
  return command('PUT users/me/password', sending(change));
}

/** Has a code mailed to the address that the account is to have; answers what the shop says to it. */
export function requestEmailChange(change: EmailChange): Promise<string> {
  return command('POST users/me/email', sending(change));
}

/** Gives the account the address that the code was mailed to; answers what the account says then. */
export function changeEmail(code: string): Promise<OwnAccount> {
  return request('PUT users/me/email', sending({ code }));
}

/** Where the account is logged in, the newest first. */
export async function listSessions(): Promise<Session[]> {
  return (await request('GET users/me/sessions', { credentials: 'include' })).sessions;
}

/** Ends every session of the account but this one; answers how many there were. */
export async function endOtherSessions(password: string): Promise<number> {
  return (await request('DELETE users/me/sessions', sending({ password }))).ended;
}

/** The addresses that the account saved, the default first. */
export async function listAddresses(): Promise<SavedAddress[]> {
  return (await request('GET users/addresses', { credentials: 'include' })).addresses;
}

/** Saves a new address, or changes the one with this id. */
export function saveAddress(details: AddressDetails, id?: string): Promise<SavedAddress> {
  if (id === undefined) return request('POST users/addresses', sending(details));
  return request(filled('PUT users/addresses/{id}', { path: { id } }), sending(details));
}

/** Deletes a saved address; answers what the shop says to it. */
export function deleteAddress(id: string): Promise<string> {
  return command(filled('DELETE users/addresses/{id}', { path: { id } }), { credentials: 'include' });
}

/** Has a code mailed that proves the account's address; answers what the shop says to it. */
export function requestAccountCode(): Promise<string> {
  return command('POST users/me/code', { credentials: 'include' });
}

/** Has all collected that the shop keeps of the shopper; answers what the shop says to it. */
export function collectMyData(code: string): Promise<string> {
  return command('POST users/me/data', sending({ code }));
}

/** How far that is. */
export function readMyData(): Promise<MyData> {
  return request('GET users/me/data', { credentials: 'include' });
}

/** The file with everything that was collected, for people or for programs. The password shows that it is the shopper. */
export function readDataFile(format: 'html' | 'json', password: string): Promise<Blob> {
  return readFile(`${BASE}users/me/data/file`, { password, format });
}

/** Gives the account the orders that were placed with its address by a guest; answers how many. */
export async function claimOrders(code: string): Promise<number> {
  return (await request('POST users/orders/claims', sending({ code }))).claimed;
}

/** Deletes the account and ends its session; answers what the shop says to it. */
export function deleteAccount(code: string): Promise<string> {
  return command('DELETE users/me', sending({ code }));
}

/** Asks for a one-time code by mail; answers what the shop says to it. */
export function requestCode(email: string): Promise<string> {
  return command('POST users/forgotpassword', sending({ email }));
}

/** Checks a one-time code without using it up; answers what the shop says to it. */
export function verifyCode(email: string, code: string): Promise<string> {
  return command('POST users/verifyOtp', sending({ email, code }));
}

/** Sets a new password and uses the code up; answers what the shop says to it. */
export function resetPassword(reset: NewPassword): Promise<string> {
  return command('POST users/resetpassword', sending(reset));
}

/** A call whose whole answer is the message that comes with it. */
async function command(route: Parameters<typeof successful>[0], init: RequestInit): Promise<string> {
  const { message } = await successful(route, init);
  return message ?? '';
}

/** The page of a list after another; without one, the first. */
function pageAfter(after: string | undefined) {
  return after === undefined ? {} : { query: { after } };
}
