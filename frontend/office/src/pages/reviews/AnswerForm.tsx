import { useEffect } from 'react';
import * as v from 'valibot';
import { FormFoot } from '../../ui/FormFoot';
import { TextArea } from '../../ui/fields';
import { useSentForm } from '../../ui/use_sent_form';
import { CardForm } from './CardForm';

const MOST_LETTERS = 1_000;

interface AnswerFormProps {
  /** The present answer; empty if there is none. */
  shopAnswer: string;
  send: (answer: string) => Promise<void>;
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
export function AnswerForm({ shopAnswer, send, onClose }: AnswerFormProps) {
  const hasAnswer = Boolean(shopAnswer);
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema: schemaFor(hasAnswer),
    defaultValues: { answer: shopAnswer },
    send: ({ answer }) => send(answer),
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
