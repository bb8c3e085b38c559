import type { Review, ReviewState } from '../api/types';
import type { Tone } from './order_states';

/** A tab of the reviews: its name in the address, its label and its filter. */
export interface ReviewTab {
  name: string;
  label: string;
  of: { state: ReviewState; flagged?: boolean };
  /** The text of an empty list. */
  empty: string;
}

/** The waiting reviews. Flagged ones wait, too; they may hold a forbidden claim or contact details. */
const WAITING: ReviewTab = {
  name: '',
  label: 'Waiting',
  of: { state: 'waiting' },
  empty: 'Every review has been read.',
};

/** The tabs, in the order of the work. */
export const REVIEW_TABS: readonly ReviewTab[] = [
  WAITING,
  {
    name: 'flagged',
    label: 'Flagged',
    of: { state: 'waiting', flagged: true },
    empty: 'No flagged reviews.',
  },
  { name: 'approved', label: 'Approved', of: { state: 'approved' }, empty: 'No review is approved yet.' },
  { name: 'refused', label: 'Refused', of: { state: 'refused' }, empty: 'No review is refused.' },
];

/** Returns the tab with this name in the address, or the waiting reviews. */
export function reviewTabOf(name: string | null): ReviewTab {
  return REVIEW_TABS.find((tab) => tab.name === name) ?? WAITING;
}

/** The labels of review states. */
export const REVIEW_STATES: Readonly<Record<ReviewState, { label: string; tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'wait' },
  approved: { label: 'Approved', tone: 'ok' },
  refused: { label: 'Refused', tone: 'bad' },
};

/** Describes the findings in a review's text in a few words; undefined if there are none. */
export function findingWords(claims: Review['claims']): string | undefined {
  const contacts = claims.filter(({ rule }) => rule.startsWith('contact-')).length;
  const forbidden = claims.length - contacts;
  const words = [
    ...(forbidden > 0 ? [forbidden === 1 ? 'a claim?' : `${forbidden} claims?`] : []),
    ...(contacts > 0 ? ['contact details'] : []),
  ].join(', ');
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : undefined;
}

/** Returns `4 of 5 stars`. */
export function starsWords(rating: number): string {
  return rating === 0 ? 'No stars' : `${rating} of 5 stars`;
}

/** The reasons for refusing a review, as the reviewer reads them. Staff write the last one themselves. */
export const REFUSAL_REASONS = {
  claim: {
    label: 'It says that a product treats an illness',
    text: 'Your review says that a product treats or cures an illness. The law does not let a shop show that. You are welcome to write again without it.',
  },
  personal: {
    label: 'It contains personal details',
    text: 'Your review contains personal details, such as a number or an address. Please write again without them.',
  },
  elsewhere: {
    label: 'It is not about the product',
    text: 'Your review is not about the product. For questions and complaints please write to us on the contact page.',
  },
  hurtful: {
    label: 'It insults a person',
    text: 'Your review insults others. Please write again without them.',
  },
  advertises: {
    label: 'It advertises something else',
    text: 'Your review advertises something that is not ours.',
  },
  own: { label: 'Something else', text: '' },
} as const;

/** The key of a refusal reason. */
export type RefusalReason = keyof typeof REFUSAL_REASONS;

/** The most characters of a reason, the same as in the review service. */
export const MOST_OF_REASON = 300;

/** Returns the reason that the reviewer reads, on one line: the chosen text and the typed text. */
export function reasonWords(picked: RefusalReason, typed: string): string {
  return `${REFUSAL_REASONS[picked].text} ${typed}`.replaceAll(/\s+/g, ' ').trim();
}

/** Describes the changes of a review between two reads, in sentences. */
export function reviewChanges(before: Review, now: Review, nameOf: (staffId?: string) => string): string[] {
  const sentences: string[] = [];
  if (now.review !== before.review) sentences.push('Its writer changed the text.');
  if (now.rating !== before.rating) {
    sentences.push(`Its writer now gives ${starsWords(now.rating)}, before ${starsWords(before.rating)}.`);
  }
  if (now.state !== before.state) sentences.push(decisionWords(now, nameOf));
  if (now.shopAnswer !== before.shopAnswer) {
    sentences.push(
      now.shopAnswer ? 'A colleague changed the shop’s answer.' : 'A colleague removed the answer.',
    );
  }
  return sentences.length > 0 ? sentences : ['It was changed.'];
}

function decisionWords({ state, moderatedBy, refusalReason }: Review, nameOf: (staffId?: string) => string) {
  if (state === 'waiting') return 'It is waiting again.';
  const words = `It was ${state} by ${nameOf(moderatedBy)}`;
  return refusalReason ? `${words}: “${refusalReason}”` : `${words}.`;
}
