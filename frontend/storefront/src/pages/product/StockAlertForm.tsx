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
  /** Product and weight, as a shopper reads them. */
  pack: string;
}

const texts = stockAlertWords;

/** Asks where the one mail goes, and says that it will come. */
export default function StockAlertForm({ productId, weightInGrams, pack }: StockAlertFormProps) {
  const [email, setEmail] = useState('');
  const [asked, setAsked] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const answer = useRef<HTMLParagraphElement>(null);

  // What was pressed has gone; the focus goes on from its place.
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
    // What is wrong stands beside the field.
    notify: () => {},
    onRefusal(error) {
      // It is back: the page shows it once it has heard so too. A failure of that is in the store.
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
