import { Suspense } from 'react';
import { reviewsWords } from '#words/reviews';
import { latePart } from '../../start/load_part';
import { useCart } from '../../stores/cart';
import button from 'shared/ui/button.module.css';
import { Field } from 'shared/ui/Field';
import form from 'shared/ui/form.module.css';
import { RatingField } from './RatingField';
import { useReviewForm } from './use_review_form';

const texts = reviewsWords;
const ReviewInstead = latePart(() => import('./ReviewInstead'));

/** The review form. Typed text stays until it is sent, also during a login. */
export function ReviewForm() {
  const products = useCart((state) => state.data);
  const { control, onSubmit, sending, leaving, kept, forget } = useReviewForm();

  return (
    <>
      <form className={form.card} noValidate onSubmit={onSubmit}>
        <Field {...control('name')} label={texts.name} hint={texts.nameHint} autoComplete="name" />
        <Field
          {...control('productname')}
          label={texts.productName}
          autoComplete="off"
          suggestions={products.map(({ productName }) => productName)}
        />
        <Field {...control('review')} label={texts.review} autoComplete="off" multiline />
        <RatingField {...control('rating')} />
        <button type="submit" className={button.primary} aria-disabled={sending || leaving || undefined}>
          {label(sending, leaving)}
        </button>
      </form>
      {kept && (
        <Suspense fallback={null}>
          <ReviewInstead review={kept} onEnd={forget} />
        </Suspense>
      )}
    </>
  );
}

function label(sending: boolean, leaving: boolean): string {
  if (leaving) return texts.toLogin;
  return sending ? texts.submitting : texts.submit;
}
