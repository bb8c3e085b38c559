import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { isoDay } from 'shared/rules/india';
import { formatTotal } from 'shared/rules/rupees';
import { type RefundedOrder, recordRefund } from '../../api/money_by_hand';
import { moneyGivenBack, orderRefused } from '../../api/query_client';
import { notifyDone } from '../../messages/notify';
import {
  MANUAL_CHANNELS,
  RETURN_REASONS,
  referenceWords,
  sentFields,
  usualReturnReason,
} from '../../rules/money_by_hand';
import { emailWords } from '../../rules/shopper_email';
import { amountRule } from '../../rules/typed';
import { usualAmountByHand } from '../../rules/usual_refund';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { Options, SelectField, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useOnce } from '../../ui/use_once';
import { useSentForm } from '../../ui/use_sent_form';

interface RecordRefundDialogProps {
  order: RefundedOrder;
  /** The refundable sum when the dialog opened, in rupees. */
  most: number;
  onClose: () => void;
}

function schemaFor(most: number) {
  return v.object({
    ...sentFields,
    amount: v.pipe(
      amountRule,
      v.minValue(0.01, 'Enter how much was refunded.'),
      v.maxValue(most, `At most ${formatTotal(most)} can be refunded.`),
    ),
    reason: v.picklist(['cancelled', 'returned', 'goodwill'], 'Choose why it was refunded.'),
  });
}

/** Records a manual refund of money that came without a provider. A retry records it once. */
export function RecordRefundDialog({ order, most, onClose }: RecordRefundDialogProps) {
  const { orderNumber } = order;
  const once = useOnce(`refund by hand ${orderNumber}`);
  const [schema] = useState(() => schemaFor(most));
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema,
    defaultValues: {
      channel: 'bank_transfer',
      reference: '',
      sentOn: isoDay(),
      amount: String(usualAmountByHand(order, most)),
      reason: usualReturnReason(order),
    },
    send: async (returned) => {
      try {
        moneyGivenBack(await once((refundId) => recordRefund(orderNumber, { refundId, ...returned })));
      } catch (error) {
        orderRefused(orderNumber, error);
        throw error;
      }
      notifyDone(`${orderNumber}: ${formatTotal(returned.amount)} is recorded as refunded.`);
      onClose();
    },
  });
  const channel = useWatch({ control: fields.control, name: 'channel' });
  return (
    <Dialog open title="Record a refund" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          Send the money first, then record it here. The books are updated. {emailWords(order)}
        </p>
        <SelectField label="How it was sent" data-autofocus="" {...field('channel')}>
          <Options of={MANUAL_CHANNELS} />
        </SelectField>
        <TextField {...referenceWords(channel)} {...field('reference')} />
        <div className={form.pair}>
          <TextField
            label="Amount in ₹"
            hint={`Maximum ${formatTotal(most)}.`}
            inputMode="decimal"
            {...field('amount')}
          />
          <TextField label="Sent on" type="date" max={isoDay()} {...field('sentOn')} />
        </div>
        <SelectField label="Reason" {...field('reason')}>
          <Options of={RETURN_REASONS} />
        </SelectField>
        <FormFoot {...sent} label="Save" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
