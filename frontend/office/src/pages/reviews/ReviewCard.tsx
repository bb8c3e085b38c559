import { useEffect, useRef, useState } from 'react';
import { formatMoment } from 'shared/rules/moment';
import { Stars } from 'shared/ui/Stars';
import { decideReview } from '../../api/calls';
import { codeOf, reviewInConflict, wordsOf } from '../../api/errors';
import { queryClient, reviewChanged } from '../../api/query_client';
import type { Review } from '../../api/types';
import { notifyFailed } from '../../messages/notify';
import { findingWords, REVIEW_STATES, reviewChanges, starsWords } from '../../rules/reviews';
import { useStaffNames } from '../../session/use_staff_names';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import form from '../../ui/form.module.css';
import { Icon } from '../../ui/Icon';
import { MarkedClaims } from '../../ui/MarkedClaims';
import { AnswerForm } from './AnswerForm';
import { RefusalForm } from './RefusalForm';
import styles from './reviews.module.css';

interface ReviewCardProps {
  review: Review;
  /** Called when the review was approved or refused. */
  onDecided: (review: Review) => void;
}

/** A review with its actions. A colleague's change is shown above it, and typed text stays. */
export function ReviewCard({ review, onDecided }: ReviewCardProps) {
  const [open, setOpen] = useState<'refusal' | 'answer'>();
  const [isSending, setIsSending] = useState(false);
  const [before, setBefore] = useState<Review>();
  const card = useRef<HTMLLIElement>(null);

  /** Makes a call with the version that was read. On a conflict, it shows the current review and throws. */
  async function ask(call: (version: number) => Promise<Review>): Promise<Review> {
    try {
      return await call(review.version);
    } catch (error) {
      const present = reviewInConflict(error);
      if (present) {
        setBefore(review);
        reviewChanged(present);
      } else if (codeOf(error) === 'REVIEW_CHANGED') {
        // A long review is not part of the refusal, so it is refetched.
        void queryClient.invalidateQueries({ queryKey: ['reviews'] });
      }
      throw error;
    }
  }

  async function approve() {
    if (isSending) return;
    setIsSending(true);
    try {
      onDecided(await ask((version) => decideReview(review.id, { version, state: 'approved' })));
    } catch (error) {
      // A conflict is already shown on the card.
      if (!reviewInConflict(error)) notifyFailed(wordsOf(error));
      setIsSending(false);
    }
  }

  async function refuse(reason: string) {
    onDecided(await ask((version) => decideReview(review.id, { version, state: 'refused', reason })));
  }

  function close() {
    setOpen(undefined);
    card.current?.focus();
  }

  const { state, shopAnswer } = review;
  return (
    <li
      ref={card}
      tabIndex={-1}
      className={styles.card}
      aria-label={`${review.name} about ${review.productName}`}
    >
      <Head review={review} />
      {before && <Meanwhile key={review.version} before={before} now={review} />}
      <MarkedClaims className={styles.text} text={review.review} claims={review.claims} />
      <Decision review={review} />
      {shopAnswer && open !== 'answer' && (
        <p className={styles.answer}>
          <b>The shop answers:</b> {shopAnswer}
        </p>
      )}
      {open === 'refusal' && <RefusalForm review={review} send={refuse} onClose={close} />}
      {open === 'answer' && (
        <AnswerForm
          review={review}
          ask={ask}
          onAnswered={(answered) => {
            reviewChanged(answered);
            close();
          }}
          onClose={close}
        />
      )}
      {!open && (
        <div className={styles.actions}>
          {state !== 'approved' && (
            <button
              type="button"
              className={button.primary}
              data-does="approve"
              aria-keyshortcuts="a"
              aria-disabled={isSending || undefined}
              onClick={() => void approve()}
            >
              {isSending ? 'One moment…' : 'Approve'}
            </button>
          )}
          {state !== 'refused' && (
            <button
              type="button"
              className={button.outline}
              data-does="refuse"
              aria-keyshortcuts="r"
              onClick={() => setOpen('refusal')}
            >
              Refuse…
            </button>
          )}
          <button type="button" className={button.quiet} onClick={() => setOpen('answer')}>
            {shopAnswer ? 'Change the answer…' : 'Answer publicly…'}
          </button>
        </div>
      )}
    </li>
  );
}

function Head({
  review: { name, productName, rating, isVerified, isSample, isHeld, writtenAt, editedAt, claims, state },
}: {
  review: Review;
}) {
  const found = findingWords(claims);
  return (
    <header className={styles.head}>
      <h2>{productName}</h2>
      <span className={styles.stars}>
        <span aria-hidden="true">
          <Stars rating={rating} label="" size={16} />
        </span>
        {starsWords(rating)}
      </span>
      {state === 'waiting' && (
        <Chip tone={isHeld ? 'wait' : 'plain'}>{isHeld ? 'Not shown yet' : 'Shown already'}</Chip>
      )}
      {found && <Chip tone="bad">{found}</Chip>}
      {isSample && <Chip>Sample</Chip>}
      <span className={styles.who}>
        <b>{name}</b>
        <span className={isVerified ? styles.verified : undefined}>
          {isVerified && <Icon name="check" size={14} />}
          {isVerified ? 'bought it here' : 'not known to have bought it'}
        </span>
        <time dateTime={editedAt ?? writtenAt}>
          {editedAt ? `changed ${formatMoment(editedAt)}` : formatMoment(writtenAt)}
        </time>
      </span>
    </header>
  );
}

/** Shows what a colleague changed since the review was read, and takes the focus. */
function Meanwhile({ before, now }: { before: Review; now: Review }) {
  const nameOf = useStaffNames();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => place.current?.focus(), []);

  return (
    <div ref={place} className={`${form.present} ${styles.meanwhile}`} tabIndex={-1}>
      <p>
        <b>This changed while you read it.</b> {reviewChanges(before, now, nameOf).join(' ')} Nothing of yours
        was sent; read it again and decide.
      </p>
      {now.review !== before.review && (
        <p>
          <b>Before:</b> <del>{before.review}</del>
        </p>
      )}
    </div>
  );
}

/** The decision of staff, if there is one. */
function Decision({ review: { state, moderatedAt, moderatedBy, refusalReason } }: { review: Review }) {
  const nameOf = useStaffNames();
  if (state === 'waiting') return null;
  const { label, tone } = REVIEW_STATES[state];
  return (
    <p className={styles.decision}>
      <Chip tone={tone}>{label}</Chip>
      <span>
        {moderatedAt && `${formatMoment(moderatedAt)}, by ${nameOf(moderatedBy)}`}
        {refusalReason && <> · its writer reads: “{refusalReason}”</>}
      </span>
    </p>
  );
}
