import { useEffect } from 'react';
import * as v from 'valibot';
import { answerReview } from '../../api/calls';
import { reviewInConflict } from '../../api/errors';
import type { Review } from '../../api/types';
import { notifyDone } from '../../messages/notify';
import { FormFoot } from '../../ui/FormFoot';
import { TextArea } from '../../ui/fields';
import { useSentForm } from '../../ui/use_sent_form';
import { CardForm } from './CardForm';

const MOST_LETTERS = 1_000;

interface AnswerFormProps {
  review: Review;
  /** Makes a call with the version of the review that was read. */
  ask: (call: (version: number) => Promise<Review>) => Promise<Review>;
  onAnswered: (review: Review) => void;
  onClose: () => void;
}

function schemaFor(hasAnswer: boolean) {
  const answer = v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(MOST_LETTERS, `${MOST_LETTERS} characters at most.`),
  );
  return v.object({
    answer: hasAnswer ? answer : v.pipe(answer, v.nonEmpty('Enter an answer.')),
  });
}

/** The shop's answer to a review. An empty answer removes it. */
export function AnswerForm({ review, ask, onAnswered, onClose }: AnswerFormProps) {
  const hasAnswer = Boolean(review.shopAnswer);
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema: schemaFor(hasAnswer),
    defaultValues: { answer: review.shopAnswer ?? '' },
    send: async ({ answer }) => {
      try {
        onAnswered(await ask((version) => answerReview(review.id, { version, answer })));
        notifyDone(answer ? 'Answer saved.' : 'Answer removed.');
      } catch (error) {
        // The card already shows what changed.
        if (!reviewInConflict(error)) throw error;
      }
    },
  });

  useEffect(() => {
    fields.setFocus('answer');
  }, [fields]);

  return (
    <CardForm label="Answer the review" onSubmit={sent.onSubmit} onClose={onClose}>
      <TextArea
        label="Answer"
        hint={
          hasAnswer
            ? 'Shown to everyone below the review. Leave it empty to remove it.'
            : 'Shown to everyone below the review.'
        }
        maxLength={MOST_LETTERS}
        {...field('answer')}
      />
      <FormFoot {...sent} label="Publish answer" onCancel={onClose} />
    </CardForm>
  );
}
