import { messages } from '../messages';
import { ApiError } from './errors';
import type { FieldError, OrderPayload, PlacedOrder, Product } from './types';

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

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const response = await answer(path, init);
  const body = await envelope<T>(response);
  if (!response.ok || !body.success || body.data === undefined) {
    throw new ApiError(response.status, body.message ?? '', body.errors);
  }
  return body.data;
}

async function answer(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(BASE + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw connectionError(error);
  }
}

/** A proxy in front of the shop may answer with a page instead of JSON; then there is no message to show. */
async function envelope<T>(response: Response): Promise<Envelope<T>> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw connectionError(error);
  }
  try {
    return JSON.parse(text);
  } catch {
    return { success: false };
  }
}

function connectionError(cause: unknown): Error {
  const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError';
  return new Error(timedOut ? messages.general.timedOut : messages.general.unreachable, { cause });
}
