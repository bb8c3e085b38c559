import type { Review, ReviewState } from '../api/types';
import type { Tone } from './order_states';

/** A part of the reviews: its name in the address, what it is called, and which reviews it holds. */
export interface ReviewTab {
  name: string;
  label: string;
  of: { state: ReviewState; flagged?: boolean };
  /** What is read where it holds none. */
  empty: string;
}

/** What waits first; flagged ones wait too, and may hold a forbidden claim or contact details. */
const WAITING: ReviewTab = {
  name: '',
  label: 'Waiting',
  of: { state: 'waiting' },
  empty: 'Every review has been read.',
};

/** The parts of the reviews, in the order in which they are worked on. */
export const REVIEW_TABS: readonly ReviewTab[] = [
  WAITING,
  {
    name: 'flagged',
    label: 'Flagged',
    of: { state: 'waiting', flagged: true },
    empty: 'No waiting review may hold a forbidden claim or contact details.',
  },
  { name: 'approved', label: 'Approved', of: { state: 'approved' }, empty: 'No review is approved yet.' },
  { name: 'refused', label: 'Refused', of: { state: 'refused' }, empty: 'No review is refused.' },
];

/** The tab of a name in an address; what waits for a name that there is not. */
export function reviewTabOf(name: string | null): ReviewTab {
  return REVIEW_TABS.find((tab) => tab.name === name) ?? WAITING;
}

/** What staff read of each decision. */
export const REVIEW_STATES: Readonly<Record<ReviewState, { label: string; tone: Tone }>> = {
  waiting: { label: 'Waits to be read', tone: 'wait' },
  approved: { label: 'Approved', tone: 'ok' },
  refused: { label: 'Refused', tone: 'bad' },
};

/** What was found in a review's text, in a few words; nothing where nothing was. */
export function findingWords(claims: Review['claims']): string | undefined {
  const contacts = claims.filter(({ rule }) => rule.startsWith('contact-')).length;
  const forbidden = claims.length - contacts;
  const words = [
    ...(forbidden > 0 ? [forbidden === 1 ? 'a claim?' : `${forbidden} claims?`] : []),
    ...(contacts > 0 ? ['contact details'] : []),
  ].join(', ');
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : undefined;
}

/** `4 of 5 stars`. */
export function starsWords(rating: number): string {
  return rating === 0 ? 'No stars' : `${rating} of 5 stars`;
}

/** Why reviews are refused, as their writers read it; the last one is said in own words. */
export const REFUSAL_REASONS = {
  claim: {
    label: 'It says that a product treats an illness',
    said: 'Your review says that a product treats or cures an illness. The law does not let a shop show that. You are welcome to write again without it.',
  },
  personal: {
    label: 'It holds somebody’s personal details',
    said: 'Your review holds personal details, such as a number or an address. Please write again without them.',
  },
  elsewhere: {
    label: 'It is not about the product',
    said: 'Your review is not about the product. For questions and complaints please write to us on the contact page.',
  },
  hurtful: {
    label: 'It insults somebody',
    said: 'Your review holds words that hurt others. Please write again without them.',
  },
  advertises: {
    label: 'It advertises something else',
    said: 'Your review advertises something that is not ours.',
  },
  own: { label: 'Something else', said: '' },
} as const;

/** The name of one of them. */
export type RefusalReason = keyof typeof REFUSAL_REASONS;

/** Characters of a reason at most, as the service has it. */
export const MOST_OF_REASON = 300;

/** What the writer reads, in one line: the reason that was picked, and what was typed behind it. */
export function reasonWords(picked: RefusalReason, typed: string): string {
  return `${REFUSAL_REASONS[picked].said} ${typed}`.replaceAll(/\s+/g, ' ').trim();
}

/** What became of a review between two readings of it, in sentences. */
export function reviewChanges(before: Review, now: Review, nameOf: (staffId?: string) => string): string[] {
  const said: string[] = [];
  if (now.review !== before.review) said.push('Its writer changed the text.');
  if (now.rating !== before.rating) {
    said.push(`Its writer now gives ${starsWords(now.rating)}, before ${starsWords(before.rating)}.`);
  }
  if (now.state !== before.state) said.push(decisionWords(now, nameOf));
  if (now.shopAnswer !== before.shopAnswer) {
    said.push(
      now.shopAnswer ? 'A colleague changed the shop’s answer.' : 'A colleague took the answer away.',
    );
  }
  return said.length > 0 ? said : ['Somebody changed it.'];
}

function decisionWords({ state, moderatedBy, refusalReason }: Review, nameOf: (staffId?: string) => string) {
  if (state === 'waiting') return 'It waits to be read again.';
  const words = `It was ${state} by ${nameOf(moderatedBy)}`;
  return refusalReason ? `${words}: “${refusalReason}”` : `${words}.`;
}
