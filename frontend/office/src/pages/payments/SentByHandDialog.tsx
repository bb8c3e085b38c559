import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { isoDay } from 'shared/rules/india';
import { formatTotal } from 'shared/rules/rupees';
import { recordManualRefund } from '../../api/money_by_hand';
import { orderQuery } from '../../api/queries';
import { paymentsChanged, queryClient } from '../../api/query_client';
import { notifyDone } from '../../messages/notify';
import { MANUAL_CHANNELS, referenceWords, sentFields } from '../../rules/money_by_hand';
import { emailWords } from '../../rules/shopper_email';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { Options, SelectField, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';

interface SentByHandDialogProps {
  refundId: string;
  orderNumber: string;
  /** The sum of the refund in rupees. It cannot be edited. */
  amount: number;
  onClose: () => void;
}

const schema = v.object(sentFields);

/** Records how staff sent a refund that no provider sends. */
export function SentByHandDialog({ refundId, orderNumber, amount, onClose }: SentByHandDialogProps) {
  // The order is cached if the dialog opens on its page.
  const [order] = useState(() => queryClient.getQueryData(orderQuery(orderNumber).queryKey));
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema,
    defaultValues: { channel: 'bank_transfer', reference: '', sentOn: isoDay() },
    send: async (how) => {
      try {
        await recordManualRefund(refundId, how);
      } finally {
        // Refetches also after an error, because the payment may have changed.
        paymentsChanged(orderNumber);
      }
      notifyDone(`${orderNumber}: ${formatTotal(amount)} is recorded as refunded.`);
      onClose();
    },
  });
  const channel = useWatch({ control: fields.control, name: 'channel' });
  return (
    <Dialog open title={`Record a refund of ${formatTotal(amount)}`} busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          Send the money first, then record it here. The order and the books are updated. {emailWords(order)}
        </p>
        <SelectField label="How it was sent" data-autofocus="" {...field('channel')}>
          <Options of={MANUAL_CHANNELS} />
        </SelectField>
        <TextField {...referenceWords(channel)} {...field('reference')} />
        <TextField label="Sent on" type="date" max={isoDay()} {...field('sentOn')} />
        <FormFoot {...sent} label="Save" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
