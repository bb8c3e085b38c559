import { generalWords } from '#words/general';
import { ApiError, ConnectionError } from './errors';
import type {
  Account,
  ContactMessage,
  Credentials,
  FieldError,
  NewPassword,
  OrderPayload,
  PlacedOrder,
  Product,
  Review,
  ReviewForm,
} from './types';

const BASE = '/api/v1/';
const TIMEOUT_MS = 15_000;

interface Envelope<T> {
  success: boolean;
  message?: string;
  data?: T;
  errors?: FieldError[];
}

/** Every product on sale. `fresh` asks the server even when the browser still holds a recent list. */
export function listProducts({ fresh = false } = {}): Promise<Product[]> {
  return request('products/', { cache: fresh ? 'no-cache' : 'default' });
}

/** Places an order. The same key with the same order, however often, makes one order. */
export function placeOrder(order: OrderPayload, idempotencyKey: string): Promise<PlacedOrder> {
  return request('users/orders/create/', {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
    body: JSON.stringify(order),
  });
}

/** The newest reviews, newest first. `fresh` asks the server even when the browser still holds a recent list. */
export function listReviews({ fresh = false } = {}): Promise<Review[]> {
  return request('users/getallreview', { cache: fresh ? 'no-cache' : 'default' });
}

/** Keeps a review of the shopper who is logged in. Any status but 200 and 201 is an error, also one of success. */
export async function createReview(review: ReviewForm): Promise<void> {
  const { status } = await successful('users/review', sending(formData(review)));
  if (status !== 200 && status !== 201) throw new ApiError(status, '');
}

/** Sends the shop a message; answers what the shop says to it. */
export function sendContactMessage(message: ContactMessage): Promise<string> {
  return command('users/contactus', sending(formData(message)));
}

/** Makes an account; answers what the shop says to it. */
export function register(account: Account): Promise<string> {
  return command('users/userregister', sending(account));
}

/** Begins a session, which the browser keeps as a cookie; answers what the shop says to it. */
export function logIn(credentials: Credentials): Promise<string> {
  return command('users/userlogin', sending(credentials));
}

/** Ends the session; answers what the shop says to it. */
export function logOut(): Promise<string> {
  return command('users/userlogout', { method: 'POST', credentials: 'include' });
}

/** Asks for a one-time code by mail; answers what the shop says to it. */
export function requestCode(email: string): Promise<string> {
  return command('users/forgotpassword', sending({ email }));
}

/** Checks a one-time code without using it up; answers what the shop says to it. */
export function verifyCode(email: string, code: string): Promise<string> {
  return command('users/verifyOtp', sending({ email, code }));
}

/** Sets a new password and uses the code up; answers what the shop says to it. */
export function resetPassword(reset: NewPassword): Promise<string> {
  return command('users/resetpassword', sending(reset));
}

/** A request with a body, JSON or a form, and the shopper's cookie. */
function sending(body: object): RequestInit {
  const init: RequestInit = { method: 'POST', credentials: 'include' };
  if (body instanceof FormData) return { ...init, body };
  return { ...init, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

function formData(values: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, String(value));
  return form;
}

/** A call whose whole answer is the message that comes with it. */
async function command(path: string, init: RequestInit): Promise<string> {
  const { message } = await successful(path, init);
  return message ?? '';
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const { data } = await successful<T>(path, init);
  if (data === undefined) throw new Error(generalWords.somethingWentWrong);
  return data;
}

/** The answer, when it is one of success. */
async function successful<T>(path: string, init: RequestInit): Promise<Envelope<T> & { status: number }> {
  const response = await answer(path, init);
  const body = await envelope<T>(response);
  if (!response.ok || !body.success) {
    throw new ApiError(response.status, body.message ?? '', body.errors, body.data ?? {});
  }
  return { ...body, status: response.status };
}

async function answer(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(BASE + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new ConnectionError(error);
  }
}

/** A proxy in front of the shop may answer with a page instead of JSON; then there is no message to show. */
async function envelope<T>(response: Response): Promise<Envelope<T>> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw new ConnectionError(error);
  }
  try {
    return JSON.parse(text);
  } catch {
    return { success: false };
  }
}
