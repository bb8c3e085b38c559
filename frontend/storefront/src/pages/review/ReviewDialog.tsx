import type { OwnReview } from '../../api/types';
import { profileWords } from '#words/profile';
import { reviewsWords } from '#words/reviews';
import { formatDay } from 'shared/rules/moment';
import type { ChangeDraft } from '../../rules/review';
import { FormDialog } from '../../ui/FormDialog';
import { Field } from 'shared/ui/Field';
import { RatingField } from './RatingField';
import styles from './ReviewDialog.module.css';
import { useChangeReview } from './use_change_review';

const texts = reviewsWords;

interface ReviewDialogProps {
  review: OwnReview;
  /** The text that the shopper wrote before learning of the existing review. */
  draft?: ChangeDraft;
  open: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** The dialog to change one's own review. */
export default function ReviewDialog({ review, draft, open, onChanged, onClose }: ReviewDialogProps) {
  const { control, seen, isAnother, ...form } = useChangeReview({
    review,
    draft,
    onChanged,
  });
  const { productname, writtenAt = '' } = seen;
  const intro = draft ? texts.reviewedIntro : texts.changeIntro;
  return (
    <FormDialog
      open={open}
      title={texts.changeTitle}
      text={intro(productname, formatDay(writtenAt))}
      form={form}
      keep={texts.keep}
      submit={texts.save}
      submitting={texts.saving}
      onClose={onClose}
    >
      {seen.refusalReason && <p>{profileWords.notShown(seen.refusalReason)}</p>}
      {(draft || isAnother) && <blockquote className={styles.kept}>{seen.review}</blockquote>}
      <Field {...control('review')} label={texts.review} autoComplete="off" multiline autoFocusInDialog />
      <RatingField {...control('rating')} />
    </FormDialog>
  );
}
