import type { Today } from '../api/types';

/** The open work behind a page of the navigation, and whether some of it is late or blocked. */
export interface WaitingCount {
  count: number;
  isTrouble: boolean;
  /** The meaning of the number, for screen readers. */
  what: string;
}

const ORDERS_THAT_WAIT = new Set(['placed', 'confirmed', 'packed', 'return_requested']);

/** Returns the open work behind each page, by path. */
export function waitingCounts(today: Today | undefined): Readonly<Record<string, WaitingCount>> {
  const orders = today?.counts.filter(({ status }) => ORDERS_THAT_WAIT.has(status)) ?? [];
  const { low = 0, soldOut = 0, missing = 0, returned = 0 } = today?.stock ?? {};
  const { reviewsWaiting = 0, messagesOpen = 0, messagesLate = 0 } = today ?? {};
  const found: Record<string, WaitingCount> = {
    '/orders': {
      count: orders.reduce((sum, each) => sum + each.orders, 0),
      isTrouble: false,
      what: 'wait for you',
    },
    '/stock': { count: low + soldOut + missing, isTrouble: true, what: 'low, sold out or missing' },
    '/reviews': { count: reviewsWaiting, isTrouble: false, what: 'to read' },
    '/messages': {
      count: messagesOpen,
      isTrouble: messagesLate > 0,
      what: messagesLate > 0 ? `to answer, ${messagesLate} late` : 'to answer',
    },
    '/returns': { count: returned, isTrouble: false, what: 'to inspect' },
  };
  return Object.fromEntries(Object.entries(found).filter(([, { count }]) => count > 0));
}
