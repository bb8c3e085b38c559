import {
  type FlaggedClaim,
  type ModeratedReview,
  ReviewState,
} from '#contract/shop/review/v1/moderation_pb.js';
import type { Review } from '#contract/shop/review/v1/review_pb.js';
import type { Tone } from './order_states';

/** A review as staff read it. */
export type ReadReview = ModeratedReview & { review: Review };

/** Returns a review of an answer; throws if the answer lacks it or its public part. */
export function readReview(moderated: ModeratedReview | undefined): ReadReview {
  if (!moderated?.review) throw new Error('The review service answered without the review.');
  return moderated as ReadReview;
}

/** A tab of the reviews: its name in the address, its label and its filter. */
export interface ReviewTab {
  name: string;
  label: string;
  of: { state: ReviewState; isFlagged?: boolean };
  /** The text of an empty list. */
  empty: string;
}

/** The waiting reviews. Flagged ones wait, too; they may hold a forbidden claim or contact details. */
const WAITING: ReviewTab = {
  name: '',
  label: 'Waiting',
  of: { state: ReviewState.WAITING },
  empty: 'Every review has been read.',
};

/** The tabs, in the order of the work. */
export const REVIEW_TABS: readonly ReviewTab[] = [
  WAITING,
  {
    name: 'flagged',
    label: 'Flagged',
    of: { state: ReviewState.WAITING, isFlagged: true },
    empty: 'No flagged reviews.',
  },
  {
    name: 'approved',
    label: 'Approved',
    of: { state: ReviewState.APPROVED },
    empty: 'No review is approved yet.',
  },
  {
    name: 'refused',
    label: 'Refused',
    of: { state: ReviewState.REFUSED },
    empty: 'No review is refused.',
  },
];

/** Returns the tab with this name in the address, or the waiting reviews. */
export function reviewTabOf(name: string | null): ReviewTab {
  return REVIEW_TABS.find((tab) => tab.name === name) ?? WAITING;
}

/** The labels of decisions. A review in any other state waits. */
export const DECISIONS: Readonly<Partial<Record<ReviewState, { label: string; tone: Tone }>>> = {
  [ReviewState.APPROVED]: { label: 'Approved', tone: 'ok' },
  [ReviewState.REFUSED]: { label: 'Refused', tone: 'bad' },
};

/** Describes the findings in a review's text in a few words; undefined if there are none. */
export function findingWords(claims: readonly FlaggedClaim[]): string | undefined {
  const contacts = claims.filter(({ rule }) => rule.startsWith('contact-')).length;
  const forbidden = claims.length - contacts;
  const words = [
    ...(forbidden > 0 ? [forbidden === 1 ? 'a claim?' : `${forbidden} claims?`] : []),
    ...(contacts > 0 ? ['contact details'] : []),
  ].join(', ');
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : undefined;
}

/** Returns `4.5 of 5 stars` for 45 tenths. */
export function starsWords(ratingTenths: number): string {
  return ratingTenths === 0 ? 'No stars' : `${ratingTenths / 10} of 5 stars`;
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
export function reviewChanges(
  before: ReadReview,
  now: ReadReview,
  nameOf: (staffId: string) => string,
): string[] {
  const [was, is] = [before.review, now.review];
  const sentences: string[] = [];
  if (is.review !== was.review) sentences.push('Its writer changed the text.');
  if (is.ratingTenths !== was.ratingTenths) {
    sentences.push(
      `Its writer now gives ${starsWords(is.ratingTenths)}, before ${starsWords(was.ratingTenths)}.`,
    );
  }
  if (now.state !== before.state) sentences.push(decisionWords(now, nameOf));
  if (is.shopAnswer !== was.shopAnswer) {
    sentences.push(
      is.shopAnswer ? 'A colleague changed the shop’s answer.' : 'A colleague removed the answer.',
    );
  }
  return sentences.length > 0 ? sentences : ['It was changed.'];
}

function decisionWords(
  { state, moderatedBy, refusalReason }: ReadReview,
  nameOf: (staffId: string) => string,
): string {
  const decision = DECISIONS[state];
  if (!decision) return 'It is waiting again.';
  const words = `It was ${decision.label.toLowerCase()} by ${nameOf(moderatedBy)}`;
  return refusalReason ? `${words}: “${refusalReason}”` : `${words}.`;
}
