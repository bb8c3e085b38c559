import { create } from 'zustand';
import { changeReview, listOwnReviews } from '../api/client';
import type { OwnReview, ReviewChange } from '../api/types';
import { createResource } from './resource';
import { loadReviews } from './reviews';
import { noticeLogout } from './notice_logout';
import { useSession } from './session';

/** The most pages of own reviews that are fetched. */
const MOST_PAGES = 5;
/** The age after which reviews are fetched again: another tab may have changed them. */
const STALE_MS = 30_000;

/** The reviews of the logged-in shopper, by id. */
export const useOwnReviews = create<Readonly<Record<string, OwnReview>>>(() => ({}));

let asked = false;

useSession.subscribe(({ isLoginUser }) => {
  if (isLoginUser) return;
  // After a logout, the next user of the device sees none of them.
  asked = false;
  useOwnReviews.setState({}, true);
});

/** Fetches the shopper's own reviews once. Without them, they are shown like other shoppers' reviews. */
export async function loadOwnReviews(): Promise<void> {
  if (asked) return;
  asked = true;
  try {
    await loadPages();
  } catch (error) {
    asked = false;
    noticeLogout(error);
  }
}

async function loadPages(): Promise<void> {
  for await (const reviews of pages()) {
    if (!asked) return;
    keepOwn(...reviews);
  }
}

async function* pages() {
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    // oxlint-disable-next-line no-await-in-loop -- each page says where the next begins
    const { reviews, next } = await listOwnReviews(after);
    yield reviews;
    if (next === null) return;
    after = next;
  }
}

/** The shopper's own reviews, newest first, for the profile page. */
export const ownReviewList = createResource<readonly OwnReview[]>({
  ask: async () => {
    const all: OwnReview[] = [];
    for await (const reviews of pages()) all.push(...reviews);
    return all;
  },
  staleMs: STALE_MS,
});

/** Stores all reviews of the shopper, so that they are not fetched again. */
export function keepAllOwn(reviews: readonly OwnReview[]): void {
  asked = true;
  keepOwn(...reviews);
}

/** Stores reviews in their current state. */
export function keepOwn(...reviews: readonly OwnReview[]): void {
  useOwnReviews.setState(Object.fromEntries(reviews.map((review) => [review._id, review])));
}

/** Changes one of the shopper's own reviews, everywhere it is shown. */
export async function changeOwnReview(id: string, change: ReviewChange): Promise<void> {
  keepOwn(await changeReview(id, change));
  // The change is saved. If this load fails, the next start shows it.
  loadReviews({ fresh: true }).catch(() => {});
}
