import { useState } from 'react';
import * as v from 'valibot';
import { formatTotal } from 'shared/rules/rupees';
import { type OrderPayment, refundPayment } from '../../api/payments';
import { orderQuery } from '../../api/queries';
import { paymentsChanged, queryClient } from '../../api/query_client';
import { notifyDone } from '../../messages/notify';
import { STAFF_REASONS } from '../../rules/online_payments';
import { emailWords } from '../../rules/shopper_email';
import { amountRule } from '../../rules/typed';
import { usualRefund } from '../../rules/usual_refund';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { Options, SelectField, TextArea, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useOnce } from '../../ui/use_once';
import { useSentForm } from '../../ui/use_sent_form';

interface RefundDialogProps {
  payment: OrderPayment;
  /** The refundable sum when the dialog opened, in rupees. */
  most: number;
  onClose: () => void;
}

function schemaFor(most: number) {
  return v.object({
    amount: v.pipe(
      amountRule,
      v.minValue(0.01, 'Enter how much to refund.'),
      v.maxValue(most, `At most ${formatTotal(most)} can be refunded.`),
    ),
    reason: v.pipe(
      v.string(),
      v.picklist(['returned', 'wrong_amount', 'goodwill'], 'Choose why it is refunded.'),
    ),
    note: v.pipe(v.string(), v.trim(), v.maxLength(500, '500 characters at most.')),
  });
}

/** Refunds a payment. A retry after a lost response refunds it once. */
export function RefundDialog({ payment, most, onClose }: RefundDialogProps) {
  const { paymentId, orderNumber } = payment;
  const once = useOnce(`refund ${paymentId}`);
  const [schema] = useState(() => schemaFor(most));
  // The order is cached because the dialog opens on its page.
  const [order] = useState(() => queryClient.getQueryData(orderQuery(orderNumber).queryKey));
  const [usual] = useState(() => usualRefund(payment, order));
  const { field, ...sent } = useSentForm({
    schema,
    defaultValues: {
      amount: String(usual.amount),
      reason: usual.reason,
      note: '',
    },
    send: async ({ amount, reason, note }) => {
      try {
        await once((refundId) =>
          refundPayment(paymentId, { refundId, amount, reason, ...(note && { note }) }),
        );
      } finally {
        // Refetches also after an error, because the payment may have changed.
        paymentsChanged(orderNumber);
      }
      notifyDone(`${orderNumber}: ${formatTotal(amount)} is being refunded.`);
      onClose();
    },
  });
  return (
    <Dialog open title="Refund" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          The money goes back to the account it was paid from. {emailWords(order)} This cannot be undone.
        </p>
        <TextField
          label="Amount in ₹"
          hint={`Maximum ${formatTotal(most)}; enter less for a part.`}
          inputMode="decimal"
          data-autofocus=""
          {...field('amount')}
        />
        <SelectField label="Reason" {...field('reason')}>
          <option value="">Choose…</option>
          <Options of={STAFF_REASONS} />
        </SelectField>
        <TextArea label="Note (optional)" hint="Only staff see it." maxLength={500} {...field('note')} />
        <FormFoot {...sent} label="Refund" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
