import { ConnectionError, ApiError as RequestError } from 'shared/request/errors';
import type { Order, Product, ProductClaim, Review, Shop } from './types';

export { ConnectionError } from 'shared/request/errors';

/** An answer of the office other than success; a conflict about an order brings the order as it stands. */
export const ApiError = RequestError<Partial<Order>>;
export type ApiError = RequestError<Partial<Order>>;

/** Whether nobody is signed in, or no longer. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Whether the same call may be answered in a moment. */
export function isPassing(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.status === 503);
}

/** The order as it stands, where somebody else moved it before; nothing for any other error. */
export const orderInConflict = (error: unknown) => inConflict<Order>(error, 'orderNumber');

/** The review as it stands, where somebody changed it since it was read; nothing for any other error. */
export const reviewInConflict = (error: unknown) => inConflict<Review>(error, 'review');

/** The product as it stands, where somebody changed it since it was read; nothing for any other error. */
export const productInConflict = (error: unknown) => inConflict<Product>(error, 'content');

/** The shop as it stands, where somebody changed it since it was read; nothing for any other error. */
export const shopInConflict = (error: unknown) => inConflict<Shop>(error, 'facts');

/** What a conflict brings along, known by a part that only it has. */
function inConflict<Present extends object>(error: unknown, part: keyof Present): Present | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return part in error.data ? (error.data as Present) : undefined;
}

/** The claims for which somebody has to answer before a product says them in the shop; none for any other error. */
export function claimsInTheWay(error: unknown): readonly ProductClaim[] {
  if (!(error instanceof ApiError) || error.status !== 409) return [];
  return (error.reason as { claims?: ProductClaim[] }).claims ?? [];
}

/** Why a call was refused, for programs; nothing where the error is no refusal, or gives no reason. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.reason.code : undefined;
}

/** What staff read of an error. */
export function wordsOf(error: unknown): string {
  if (error instanceof ConnectionError) {
    return error.timedOut
      ? 'The office took too long to answer. Please try again.'
      : 'The office cannot be reached. Check the connection and try again.';
  }
  if (error instanceof ApiError && error.status === 503) {
    return error.message || 'A part of the shop does not answer right now. Please try again in a moment.';
  }
  const words = error instanceof Error ? error.message : '';
  return words || 'Something went wrong. Please try again.';
}
