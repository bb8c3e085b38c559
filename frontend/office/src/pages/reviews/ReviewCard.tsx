import { useMutation } from '@connectrpc/connect-query';
import { useEffect, useRef, useState } from 'react';
import { formatMoment } from 'shared/rules/moment';
import { Stars } from 'shared/ui/Stars';
import {
  type ModerateReviewRequest,
  type ModeratedReview,
  ModeratedReviewSchema,
  ReviewModerationService,
  ReviewState,
} from '#contract/shop/review/v1/moderation_pb.js';
import { codeOf, wordsOf } from '../../api/errors';
import { reviewChanged, reviewsChanged } from '../../api/query_client';
import { ContractError } from '../../api/transport';
import { notifyDone, notifyFailed } from '../../messages/notify';
import {
  DECISIONS,
  findingWords,
  type ReadReview,
  readReview,
  reviewChanges,
  starsWords,
} from '../../rules/reviews';
import { useStaffNames } from '../../session/use_staff_names';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import form from '../../ui/form.module.css';
import { Icon } from '../../ui/Icon';
import { MarkedClaims } from '../../ui/MarkedClaims';
import { AnswerForm } from './AnswerForm';
import { RefusalForm } from './RefusalForm';
import styles from './reviews.module.css';

/** Names the review for a call, with the version that was read. */
type Read = Pick<ModerateReviewRequest, 'reviewId' | 'version'>;

interface ReviewCardProps {
  moderated: ReadReview;
  /** Called when the review was approved or refused. */
  onDecided: (moderated: ReadReview) => void;
}

/** A review with its actions. A colleague's change is shown above it, and typed text stays. */
export function ReviewCard({ moderated, onDecided }: ReviewCardProps) {
  const [open, setOpen] = useState<'refusal' | 'answer'>();
  const [isSending, setIsSending] = useState(false);
  const [before, setBefore] = useState<ReadReview>();
  const card = useRef<HTMLLIElement>(null);

  const { mutateAsync: moderate } = useMutation(ReviewModerationService.method.moderateReview);
  const { mutateAsync: sendAnswer } = useMutation(ReviewModerationService.method.answerReview);
  const { review, version, state, claims } = moderated;
  const { id: reviewId, name, productName, shopAnswer } = review;

  /** Makes a call with the version that was read. On a conflict, it shows the current review and returns undefined. */
  async function ask(
    call: (read: Read) => Promise<{ review?: ModeratedReview }>,
  ): Promise<ReadReview | undefined> {
    try {
      return readReview((await call({ reviewId, version })).review);
    } catch (error) {
      const present = error instanceof ContractError ? error.present(ModeratedReviewSchema) : undefined;
      if (present) {
        setBefore(moderated);
        reviewChanged(readReview(present));
        return undefined;
      }
      // A long review is not part of the refusal, so it is refetched.
      if (codeOf(error) === 'REVIEW_CHANGED') reviewsChanged();
      throw error;
    }
  }

  async function approve() {
    if (isSending) return;
    setIsSending(true);
    try {
      const approved = await ask((read) => moderate({ ...read, state: ReviewState.APPROVED }));
      if (approved) onDecided(approved);
      else setIsSending(false);
    } catch (error) {
      notifyFailed(wordsOf(error));
      setIsSending(false);
    }
  }

  async function refuse(reason: string) {
    const refused = await ask((read) => moderate({ ...read, state: ReviewState.REFUSED, reason }));
    if (refused) onDecided(refused);
  }

  async function answer(words: string) {
    const answered = await ask((read) => sendAnswer({ ...read, answer: words }));
    if (!answered) return;
    reviewChanged(answered);
    close();
    notifyDone(words ? 'Answer saved.' : 'Answer removed.');
  }

  function close() {
    setOpen(undefined);
    card.current?.focus();
  }

  return (
    <li ref={card} tabIndex={-1} className={styles.card} aria-label={`${name} about ${productName}`}>
      <Head moderated={moderated} />
      {before && <Meanwhile key={version} before={before} now={moderated} />}
      <MarkedClaims className={styles.text} text={review.review} claims={claims} />
      <Decision moderated={moderated} />
      {shopAnswer && open !== 'answer' && (
        <p className={styles.answer}>
          <b>The shop answers:</b> {shopAnswer}
        </p>
      )}
      {open === 'refusal' && <RefusalForm claims={claims} send={refuse} onClose={close} />}
      {open === 'answer' && <AnswerForm shopAnswer={shopAnswer} send={answer} onClose={close} />}
      {!open && (
        <div className={styles.actions}>
          {state !== ReviewState.APPROVED && (
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
          {state !== ReviewState.REFUSED && (
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

function Head({ moderated: { review, isHeld, claims, state } }: { moderated: ReadReview }) {
  const { name, productName, ratingTenths, isVerified, isSample, writtenAt, editedAt } = review;
  const found = findingWords(claims);
  return (
    <header className={styles.head}>
      <h2>{productName}</h2>
      <span className={styles.stars}>
        <span aria-hidden="true">
          <Stars rating={ratingTenths / 10} label="" size={16} />
        </span>
        {starsWords(ratingTenths)}
      </span>
      {!DECISIONS[state] && (
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
        <time dateTime={editedAt || writtenAt}>
          {editedAt ? `changed ${formatMoment(editedAt)}` : formatMoment(writtenAt)}
        </time>
      </span>
    </header>
  );
}

/** Shows what a colleague changed since the review was read, and takes the focus. */
function Meanwhile({ before, now }: { before: ReadReview; now: ReadReview }) {
  const nameOf = useStaffNames();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => place.current?.focus(), []);

  return (
    <div ref={place} className={`${form.present} ${styles.meanwhile}`} tabIndex={-1}>
      <p>
        <b>This changed while you read it.</b> {reviewChanges(before, now, nameOf).join(' ')} Nothing of yours
        was sent; read it again and decide.
      </p>
      {now.review.review !== before.review.review && (
        <p>
          <b>Before:</b> <del>{before.review.review}</del>
        </p>
      )}
    </div>
  );
}

/** The decision of staff, if there is one. */
function Decision({
  moderated: { state, moderatedAt, moderatedBy, refusalReason },
}: {
  moderated: ReadReview;
}) {
  const nameOf = useStaffNames();
  const decision = DECISIONS[state];
  if (!decision) return null;
  const { label, tone } = decision;
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
