import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import {
  MOST_OF_REASON,
  type ReadReview,
  REFUSAL_REASONS,
  type RefusalReason,
  reasonWords,
} from '../../rules/reviews';
import { FormFoot } from '../../ui/FormFoot';
import { TextArea } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';
import { CardForm } from './CardForm';
import styles from './reviews.module.css';

const NAMES = Object.keys(REFUSAL_REASONS) as RefusalReason[];

const schema = v.pipe(
  v.object({ picked: v.picklist(NAMES), typed: v.string() }),
  v.forward(
    v.check(({ picked, typed }) => reasonWords(picked, typed) !== '', 'Enter a reason for the writer.'),
    ['typed'],
  ),
  v.forward(
    v.check(
      ({ picked, typed }) => Array.from(reasonWords(picked, typed)).length <= MOST_OF_REASON,
      `${MOST_OF_REASON} characters at most, with the words that were picked.`,
    ),
    ['typed'],
  ),
);

interface RefusalFormProps {
  claims: ReadReview['claims'];
  send: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** The reason for refusing a review: a usual reason, with or without typed text, or typed text alone. */
export function RefusalForm({ claims, send, onClose }: RefusalFormProps) {
  const reasons = useRef<HTMLFieldSetElement>(null);
  const likely: RefusalReason = claims.length > 0 ? 'claim' : 'elsewhere';
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema,
    defaultValues: { picked: likely, typed: '' },
    send: ({ picked, typed }) => send(reasonWords(picked, typed)),
  });
  const picked = useWatch({ control: fields.control, name: 'picked' });
  const typed = useWatch({ control: fields.control, name: 'typed' });
  const words = reasonWords(picked, typed);

  // Focuses the chosen reason, where the arrow keys continue.
  useEffect(() => reasons.current?.querySelector<HTMLElement>(':checked')?.focus(), []);

  return (
    <CardForm label="Refuse the review" onSubmit={sent.onSubmit} onClose={onClose}>
      <fieldset ref={reasons}>
        <legend>Why it is refused</legend>
        <div className={styles.reasons}>
          {NAMES.map((name) => (
            <label key={name}>
              <input type="radio" value={name} {...fields.register('picked')} />
              {REFUSAL_REASONS[name].label}
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label={picked === 'own' ? 'In your own words' : 'More in your own words (optional)'}
        rows={2}
        {...field('typed')}
      />
      {words && (
        <p className={form.note}>
          <b>The writer reads:</b> “{words}”
        </p>
      )}
      <FormFoot {...sent} label="Refuse review" isDanger onCancel={onClose} />
    </CardForm>
  );
}
