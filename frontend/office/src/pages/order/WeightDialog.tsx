import { useMutation, useTransport } from '@connectrpc/connect-query';
import { useState } from 'react';
import * as v from 'valibot';
import { OrderEditingService } from '#contract/shop/order/v1/order_editing_pb.js';
import { type Order, OrderStatus } from '#contract/shop/order/v1/order_pb.js';
import { contractOrderChanged, contractOrderRefused } from '../../api/parcel_weight';
import { notifyDone } from '../../messages/notify';
import { STATES, stateOf } from '../../rules/order_states';
import { parcelWords, proposedWeight, weightRule } from '../../rules/parcel_weight';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';

const schema = v.object({ weightInGrams: weightRule });

/** Records or corrects the weight of a packed parcel. After a colleague's change, it shows the current order and keeps the typed text. */
export function WeightDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [opened] = useState(order);
  const transport = useTransport();
  const { mutateAsync: correct } = useMutation(OrderEditingService.method.correctParcelWeight);
  const { field, ...sent } = useSentForm({
    schema,
    defaultValues: { weightInGrams: String(order.parcelWeightInGrams ?? proposedWeight(order)) },
    send: async ({ weightInGrams }) => {
      const { orderId, orderNumber, version } = order;
      try {
        const { order: corrected } = await correct({ orderId, version, weightInGrams });
        if (corrected) contractOrderChanged(transport, corrected);
      } catch (error) {
        contractOrderRefused(transport, orderNumber, error);
        throw error;
      }
      notifyDone(
        weightInGrams === undefined
          ? `${orderNumber}: weight removed.`
          : `${orderNumber} weighs ${parcelWords(weightInGrams)}. Print its label again.`,
      );
      onClose();
    },
  });
  const hasChanged = order.version !== opened.version;
  const isPossible = order.status === OrderStatus.PACKED;
  return (
    <Dialog open title="Parcel weight" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          {order.orderNumber}. It can be corrected until the carrier has the parcel; the shopper is not told.
        </p>
        <TextField
          label="Weight in grams"
          hint="Leave it empty if the parcel is not weighed."
          data-autofocus=""
          inputMode="numeric"
          maxLength={20}
          {...field('weightInGrams')}
        />
        {hasChanged && <Present order={order} isPossible={isPossible} />}
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
function Present({ order, isPossible }: { order: Order; isPossible: boolean }) {
  const { status, parcelWeightInGrams: grams } = order;
  return (
    <p className={form.present} role="status">
      <b>The order changed meanwhile.</b> The order is “{STATES[stateOf(status)].label}”,{' '}
      {grams ? `and the parcel weighs ${parcelWords(grams)}.` : 'and the parcel is not weighed.'}{' '}
      {isPossible
        ? 'You can still save your change.'
        : 'The weight can no longer be corrected. Your text stays until you close this.'}
    </p>
  );
}
