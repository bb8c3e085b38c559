import { useState } from 'react';
import { formatMoment } from 'shared/rules/moment';
import * as v from 'valibot';
import { correctAddress } from '../../api/calls';
import { ApiError, codeOf, wordsOf } from '../../api/errors';
import { orderChanged, orderRefused } from '../../api/query_client';
import type { Order } from '../../api/types';
import { notifyDone } from '../../messages/notify';
import { STATES } from '../../rules/order_states';
import { addressRules, mayBeCorrected } from '../../rules/receiver';
import { emailWords } from '../../rules/shopper_email';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { TextArea, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';

const schema = v.object(addressRules);

/** The refusals that concern the pincode. */
const OF_PINCODE: ReadonlySet<string | undefined> = new Set(['PINCODE_DIFFERS', 'NO_CASH_THERE']);

/** Corrects the address of an order until it is packed. After a colleague's change, it shows the current order and keeps the typed text. */
export function AddressDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [opened] = useState(order);
  const { field, ...sent } = useSentForm({
    schema,
    defaultValues: {
      fullName: order.fullName,
      mobileNumber: order.mobileNumber,
      deliveryAddress: order.deliveryAddress,
      pincode: order.pincode,
    },
    send: async (values) => {
      try {
        orderChanged(await correctAddress(order.orderNumber, { version: order.version, ...values }));
      } catch (error) {
        orderRefused(order.orderNumber, error);
        throw OF_PINCODE.has(codeOf(error))
          ? new ApiError(409, 'Nothing was changed.', [{ field: 'pincode', message: wordsOf(error) }])
          : error;
      }
      notifyDone(`${order.orderNumber}: address saved. ${emailWords(order)}`);
      onClose();
    },
  });
  const hasChanged = order.version !== opened.version;
  const isPossible = mayBeCorrected(order);
  return (
    <Dialog open title="Correct the address" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          {order.orderNumber}. {emailWords(order)} The price stays, so the new pincode must have the same
          delivery charge{order.paymentMethod === 'cod' && ' and offer cash on delivery'}.
        </p>
        <div className={form.pair}>
          <TextField label="Full name" data-autofocus="" {...field('fullName')} />
          <TextField label="Mobile number" type="tel" inputMode="tel" {...field('mobileNumber')} />
        </div>
        <TextArea label="Address" {...field('deliveryAddress')} />
        <TextField label="Pincode" inputMode="numeric" {...field('pincode')} />
        {hasChanged && <Present before={opened} order={order} isPossible={isPossible} />}
        <FormFoot
          {...sent}
          refusal={hasChanged ? undefined : sent.refusal}
          label="Save"
          blocked={!isPossible}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

/** The current state of an order that a colleague changed while the dialog was open. */
function Present({ before, order, isPossible }: { before: Order; order: Order; isPossible: boolean }) {
  const { fullName, mobileNumber, deliveryAddress, pincode } = order;
  const goesElsewhere =
    [fullName, mobileNumber, deliveryAddress, pincode].join('\n') !==
    [before.fullName, before.mobileNumber, before.deliveryAddress, before.pincode].join('\n');
  const last = order.changes.at(-1);
  return (
    <p className={form.present} role="status">
      <b>The order changed meanwhile.</b>{' '}
      {goesElsewhere && `The address is now ${fullName}, ${deliveryAddress}, ${pincode}, ${mobileNumber}. `}
      {order.status !== before.status &&
        `The order is “${STATES[order.status].label}”${last ? `, since ${formatMoment(last.changedAt)}` : ''}. `}
      {isPossible
        ? 'You can still save your change.'
        : 'The address can no longer be corrected. Your text stays until you close this.'}
    </p>
  );
}
