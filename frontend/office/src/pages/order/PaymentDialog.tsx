import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { isoDay } from 'shared/rules/india';
import { recordPayment } from '../../api/calls';
import { orderChanged, orderRefused } from '../../api/query_client';
import type { Order } from '../../api/types';
import { notifyDone } from '../../messages/notify';
import { needsReference, RECORDED_CHANNELS } from '../../rules/payments';
import { amountRule, dateRule } from '../../rules/typed';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { Options, SelectField, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';

const schema = v.pipe(
  v.object({
    channel: v.picklist(['cash_on_delivery', 'upi', 'bank_transfer', 'cash'], 'Choose a payment method.'),
    reference: v.pipe(v.string(), v.trim(), v.maxLength(60, '60 characters at most.')),
    amount: v.pipe(amountRule, v.minValue(0.01, 'Enter how much you received.')),
    receivedOn: dateRule,
  }),
  v.forward(
    v.check(
      ({ channel, reference }) => !needsReference(channel) || reference !== '',
      'Enter the reference of the payment, such as its UTR.',
    ),
    ['reference'],
  ),
);

/** Records a payment of an order. */
export function PaymentDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema,
    defaultValues: {
      channel: order.paymentMethod === 'cod' ? 'cash_on_delivery' : 'upi',
      reference: '',
      amount: String(order.total),
      receivedOn: isoDay(),
    },
    send: async ({ reference, ...payment }) => {
      try {
        const body = { ...payment, ...(reference && { reference }) };
        orderChanged(await recordPayment(order.orderNumber, body));
      } catch (error) {
        orderRefused(order.orderNumber, error);
        throw error;
      }
      notifyDone(`${order.orderNumber}: payment saved.`);
      onClose();
    },
  });
  const channel = useWatch({ control: fields.control, name: 'channel' });
  return (
    <Dialog open title="Record a payment" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <SelectField label="Payment method" data-autofocus="" {...field('channel')}>
          <Options of={RECORDED_CHANNELS} />
        </SelectField>
        <TextField
          label={needsReference(channel) ? 'Reference' : 'Reference (optional)'}
          hint="The number of the bank, the app or the carrier, such as a UTR."
          {...field('reference')}
        />
        <div className={form.pair}>
          <TextField label="Amount in ₹" inputMode="decimal" {...field('amount')} />
          <TextField label="Received on" type="date" max={isoDay()} {...field('receivedOn')} />
        </div>
        <FormFoot {...sent} label="Save" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
