import { ApiError } from '../../api/errors';
import type { OwnReview } from '../../api/types';

const CONFLICT = 409;

/** The existing review that conflicts with a new one or a change; undefined for other errors. */
export function keptReview(error: unknown): OwnReview | undefined {
  if (!(error instanceof ApiError) || error.status !== CONFLICT) return undefined;
  return 'version' in error.data ? (error.data as OwnReview) : undefined;
}
