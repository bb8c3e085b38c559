import { ApiError } from '../../api/errors';
import type { OwnReview } from '../../api/types';

const CONFLICT = 409;

/** The review that stands in the way of another, or is not as its writer saw it; nothing when that is not why. */
export function keptReview(error: unknown): OwnReview | undefined {
  if (!(error instanceof ApiError) || error.status !== CONFLICT) return undefined;
  return 'version' in error.data ? (error.data as OwnReview) : undefined;
}
