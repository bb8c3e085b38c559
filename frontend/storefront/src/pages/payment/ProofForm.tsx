import { useState } from 'react';
import { FormRefusal } from 'shared/forms/FormRefusal';
import button from 'shared/ui/button.module.css';
import { Field } from 'shared/ui/Field';
import form from 'shared/ui/form.module.css';
import { shopperMessage } from '../../api/errors';
import { readPayment } from '../../api/payments';
import { useForm } from '../../forms/use_form';
import { ordersWords } from '#words/orders';
import { paymentWords } from '#words/payment';
import { checkTracking, sentTracking, trackingFields } from '../../rules/tracking';
import styles from './PaymentPage.module.css';

const texts = ordersWords;

interface ProofFormProps {
  orderNumber: string;
  onProven: (proven: { orderNumber: string; mobilenumber: string }) => void;
}

/** Asks for the proof of an order if neither a link nor a login gives it. */
export function ProofForm({ orderNumber, onProven }: ProofFormProps) {
  const [values, setValues] = useState({ orderNumber, mobilenumber: '' });
  const { control, onSubmit, refusal, sending } = useForm({
    fields: trackingFields,
    values,
    setField: (field, value) => setValues((current) => ({ ...current, [field]: value })),
    check: checkTracking,
    async send(typed) {
      const { orderNumber: number, mobilenumber = '' } = sentTracking(typed);
      await readPayment(number, { mobilenumber });
      onProven({ orderNumber: number, mobilenumber });
    },
    refusalOf: shopperMessage,
    refusedFor: { NOT_FOUND: () => texts.noSuchOrder },
  });
  return (
    <form className={`${form.card} ${styles.form}`} noValidate onSubmit={onSubmit}>
      <p>{paymentWords.proveHint}</p>
      <Field
        {...control('orderNumber')}
        label={texts.numberLabel}
        hint={texts.numberHint}
        autoComplete="off"
      />
      <Field
        {...control('mobilenumber')}
        label={texts.mobileLabel}
        autoComplete="tel-national"
        type="tel"
        inputMode="numeric"
      />
      <FormRefusal refusal={refusal} />
      <button type="submit" className={button.primary} aria-disabled={sending || undefined}>
        {sending ? paymentWords.proving : paymentWords.proveSubmit}
      </button>
    </form>
  );
}
