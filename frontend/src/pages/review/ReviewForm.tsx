import { type FormEvent, useRef } from 'react';
import { reviewsMessages } from '../../messages/reviews';
import { reviewFields, type ReviewField } from '../../rules/review';
import { useCart } from '../../stores/cart';
import button from '../../ui/button.module.css';
import { Field } from '../../ui/Field';
import { focusFirst } from '../../ui/focus_first';
import form from '../../ui/form.module.css';
import { reviewDraft } from './draft';
import { RatingField } from './RatingField';
import { useReviewForm } from './use_review_form';

const texts = reviewsMessages;

/** The review form. What is typed stays until it is sent, also when the shopper has to log in first. */
export function ReviewForm() {
  const element = useRef<HTMLFormElement>(null);
  const products = useCart((state) => state.data);
  const { values, problems, sending, leaving, submit } = useReviewForm();

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const found = await submit();
    focusFirst(
      element.current,
      reviewFields.filter((field) => found[field]),
    );
  }

  const control = (name: ReviewField) => ({
    name,
    value: values[name],
    problem: problems[name],
    readOnly: sending,
    onChange: (value: string) => reviewDraft.setField(name, value),
  });

  return (
    <form ref={element} className={form.card} noValidate onSubmit={onSubmit}>
      <Field {...control('name')} label={texts.name} hint={texts.nameHint} autoComplete="name" />
      <Field
        {...control('productname')}
        label={texts.productName}
        autoComplete="off"
        suggestions={products.map(({ productName }) => productName)}
      />
      <Field {...control('review')} label={texts.review} autoComplete="off" multiline />
      <RatingField {...control('rating')} />
      <button type="submit" className={button.primary} disabled={sending || leaving}>
        {label(sending, leaving)}
      </button>
    </form>
  );
}

function label(sending: boolean, leaving: boolean): string {
  if (leaving) return texts.toLogin;
  return sending ? texts.submitting : texts.submit;
}
