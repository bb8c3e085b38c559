import { useMutation } from '@connectrpc/connect-query';
import { useState } from 'react';
import * as v from 'valibot';
import { isoDay } from 'shared/rules/india';
import { randomId } from 'shared/rules/random_id';
import { InventoryService } from '#contract/shop/inventory/v1/inventory_pb.js';
import { stockChanged } from '../../api/query_client';
import { notifyDone } from '../../messages/notify';
import { packsWords } from '../../rules/packs';
import {
  dateRule,
  optionalPaiseRule,
  optionalReasonRule,
  packsRule,
  paiseRule,
  shelfRule,
} from '../../rules/typed';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';

/** The rules of a receipt. */
export const receiptSchema = v.pipe(
  v.object({
    batchNumber: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('Enter the number that is printed on the packs.'),
      v.maxLength(40, '40 characters at most.'),
    ),
    quantity: packsRule,
    packedOn: dateRule,
    bestBefore: dateRule,
    mrpPaise: paiseRule,
    costPaise: optionalPaiseRule,
    shelf: shelfRule,
    reason: optionalReasonRule,
  }),
  v.forward(
    v.check(({ packedOn, bestBefore }) => bestBefore > packedOn, 'This must be after the packing date.'),
    ['bestBefore'],
  ),
);

interface ReceiveDialogProps {
  name: string;
  productId: string;
  weightInGrams: number;
  onClose: () => void;
}

/** Receives packs into stock. A retry after a lost response receives them once. */
export function ReceiveDialog({ name, productId, weightInGrams, onClose }: ReceiveDialogProps) {
  const [receiptId] = useState(randomId);
  const { mutateAsync: receive } = useMutation(InventoryService.method.receiveBatch);
  const { field, ...sent } = useSentForm({
    schema: receiptSchema,
    defaultValues: {
      batchNumber: '',
      quantity: '',
      packedOn: isoDay(),
      bestBefore: '',
      mrpPaise: '',
      costPaise: '',
      shelf: '',
      reason: '',
    },
    send: async ({ costPaise = 0n, ...receipt }) => {
      await receive({ ...receipt, costPaise, receiptId, pack: { productId, weightInGrams } });
      stockChanged();
      notifyDone(`${name}: ${packsWords(receipt.quantity)} received.`);
      onClose();
    },
  });
  return (
    <Dialog open title={`Receive ${name}`} busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <div className={form.pair}>
          <TextField
            label="Batch number"
            autoCapitalize="characters"
            data-autofocus=""
            {...field('batchNumber')}
          />
          <TextField label="Packs" inputMode="numeric" {...field('quantity')} />
          <TextField label="Packed on" type="date" max={isoDay()} {...field('packedOn')} />
          <TextField label="Best before" type="date" {...field('bestBefore')} />
          <TextField
            label="MRP in ₹"
            hint="As printed, taxes included."
            inputMode="decimal"
            {...field('mrpPaise')}
          />
          <TextField
            label="Cost in ₹ (optional)"
            hint="Of one pack."
            inputMode="decimal"
            {...field('costPaise')}
          />
        </div>
        <TextField label="Shelf (optional)" hint="Shown on pick lists." {...field('shelf')} />
        <TextField label="Note (optional)" {...field('reason')} />
        <FormFoot {...sent} label="Receive" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
