import { create } from 'zustand';
import { changeReview, listOwnReviews } from '../api/client';
import type { OwnReview, ReviewChange } from '../api/types';
import { createResource } from './resource';
import { loadReviews } from './reviews';
import { noticeLogout } from './notice_logout';
import { useSession } from './session';

/** Pages that are asked for: nobody looks for more of their own. */
const MOST_PAGES = 5;
/** Another tab may have changed something meanwhile. */
const STALE_MS = 30_000;

/** The reviews that the shopper wrote who is logged in, by their id. */
export const useOwnReviews = create<Readonly<Record<string, OwnReview>>>(() => ({}));

let asked = false;

useSession.subscribe(({ isLoginUser }) => {
  if (isLoginUser) return;
  // Who logs out leaves nothing on the screen for who comes next.
  asked = false;
  useOwnReviews.setState({}, true);
});

/** Asks for the shopper's own reviews, unless that was done. Without them they are shown as everybody's are. */
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

/** The same, newest first, for the page of an account. */
export const ownReviewList = createResource<readonly OwnReview[]>({
  ask: async () => {
    const all: OwnReview[] = [];
    for await (const reviews of pages()) all.push(...reviews);
    return all;
  },
  staleMs: STALE_MS,
});

/** Keeps all reviews of the shopper as they stand: they need not be asked for. */
export function keepAllOwn(reviews: readonly OwnReview[]): void {
  asked = true;
  keepOwn(...reviews);
}

/** Keeps reviews as they stand. */
export function keepOwn(...reviews: readonly OwnReview[]): void {
  useOwnReviews.setState(Object.fromEntries(reviews.map((review) => [review._id, review])));
}

/** Changes a review of the shopper's own, everywhere it is shown. */
export async function changeOwnReview(id: string, change: ReviewChange): Promise<void> {
  keepOwn(await changeReview(id, change));
  // It is changed; should the list not come, it is there with the next start.
  loadReviews({ fresh: true }).catch(() => {});
}
