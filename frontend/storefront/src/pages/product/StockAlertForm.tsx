import { useEffect, useRef, useState } from 'react';
import { stockAlertWords } from '#words/stock_alerts';
import { addStockAlert } from '../../api/client';
import { ApiError, shopperMessage } from '../../api/errors';
import { useForm } from '../../forms/use_form';
import { checkStockAlert, stockAlertFields } from '../../rules/stock_alert';
import { loadProducts } from '../../stores/cart';
import button from 'shared/ui/button.module.css';
import { Field } from 'shared/ui/Field';
import styles from './StockAlert.module.css';

const CONFLICT = 409;

interface StockAlertFormProps {
  productId: string;
  weightInGrams: number;
  /** The label of product and weight. */
  pack: string;
}

const texts = stockAlertWords;

/** The form for the email address, and the confirmation after it. */
export default function StockAlertForm({ productId, weightInGrams, pack }: StockAlertFormProps) {
  const [email, setEmail] = useState('');
  const [asked, setAsked] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const answer = useRef<HTMLParagraphElement>(null);

  // The pressed button is gone, so the field gets the focus.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    if (asked) answer.current?.focus();
  }, [asked]);

  const { control, onSubmit, refusal, sending } = useForm({
    fields: stockAlertFields,
    values: { email },
    setField: (_, value) => setEmail(value),
    check: checkStockAlert,
    async send(values) {
      const address = values.email.trim();
      await addStockAlert({ productId, weightInGrams, email: address });
      setAsked(address);
    },
    refusalOf: shopperMessage,
    // Problems are shown beside the field.
    notify: () => {},
    onRefusal(error) {
      // The pack is back: the page shows it after this load. A failure is in the store.
      if (error instanceof ApiError && error.status === CONFLICT)
        loadProducts({ fresh: true }).catch(() => {});
    },
  });

  if (asked) {
    return (
      <p ref={answer} className={styles.asked} role="status" tabIndex={-1}>
        {texts.asked(asked)}
      </p>
    );
  }
  const { problem, ...field } = control('email');
  return (
    <form ref={form} className={styles.form} aria-label={texts.formOf(pack)} noValidate onSubmit={onSubmit}>
      <Field
        {...field}
        label={texts.email}
        hint={texts.hint}
        problem={problem ?? refusal?.words}
        type="email"
        autoComplete="email"
      />
      <button type="submit" className={button.outline} aria-disabled={sending || undefined}>
        {sending ? texts.sending : texts.send}
      </button>
    </form>
  );
}
