import { useId } from 'react';
import type { OwnReview } from '../../api/types';
import { FormRefusal } from 'shared/forms/FormRefusal';
import { reviewsWords } from '#words/reviews';
import { formatDay } from 'shared/rules/moment';
import type { ChangeDraft } from '../../rules/review';
import button from 'shared/ui/button.module.css';
import { Dialog } from '../../ui/Dialog';
import { Field } from 'shared/ui/Field';
import { RatingField } from './RatingField';
import styles from './ReviewDialog.module.css';
import { useChangeReview } from './use_change_review';

const texts = reviewsWords;

interface ReviewDialogProps {
  review: OwnReview;
  /** What the shopper wrote without knowing that there is this one. */
  draft?: ChangeDraft;
  open: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** Where a shopper changes a review of their own. */
export default function ReviewDialog({ review, draft, open, onChanged, onClose }: ReviewDialogProps) {
  const textId = useId();
  const { control, onSubmit, refusal, sending, seen, isAnother } = useChangeReview({
    review,
    draft,
    onChanged,
  });
  const { productname, writtenAt = '' } = seen;
  const intro = draft ? texts.reviewedIntro : texts.changeIntro;
  return (
    <Dialog open={open} title={texts.changeTitle} describedBy={textId} busy={sending} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <p id={textId}>{intro(productname, formatDay(writtenAt))}</p>
        {(draft || isAnother) && <blockquote className={styles.kept}>{seen.review}</blockquote>}
        <Field {...control('review')} label={texts.review} autoComplete="off" multiline autoFocusInDialog />
        <RatingField {...control('rating')} />
        <FormRefusal refusal={refusal} className={styles.refusal} />
        <div className={styles.buttons}>
          <button type="button" className={button.outline} disabled={sending} onClick={onClose}>
            {texts.keep}
          </button>
          <button type="submit" className={button.primary} aria-disabled={sending || undefined}>
            {sending ? texts.saving : texts.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
