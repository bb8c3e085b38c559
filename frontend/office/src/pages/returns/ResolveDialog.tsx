import { useMutation } from '@connectrpc/connect-query';
import { useState } from 'react';
import * as v from 'valibot';
import { randomId } from 'shared/rules/random_id';
import {
  InventoryService,
  type ReservedPacks,
  type ReturnedPacks,
} from '#contract/shop/inventory/v1/inventory_pb.js';
import { stockChanged } from '../../api/query_client';
import { notifyDone } from '../../messages/notify';
import { packsWords } from '../../rules/packs';
import { packName, packOf } from '../../rules/stock';
import { optionalReasonRule, packsRule, reasonRule } from '../../rules/typed';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { TextArea, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';

interface ResolveDialogProps {
  packs: ReturnedPacks;
  batch: ReservedPacks;
  isWriteOff: boolean;
  onClose: () => void;
}

function schemaFor(most: number, isWriteOff: boolean) {
  return v.object({
    quantity: v.pipe(packsRule, v.maxValue(most, `Enter at most ${packsWords(most)}.`)),
    reason: isWriteOff ? reasonRule : optionalReasonRule,
  });
}

/** Puts returned packs back on sale, or writes them off. */
export function ResolveDialog({ packs, batch, isWriteOff, onClose }: ResolveDialogProps) {
  const [resolutionId] = useState(randomId);
  const { mutateAsync: resolve } = useMutation(InventoryService.method.resolveReturnedPacks);
  // The order may have more packs of the batch than were returned.
  const most = Math.min(batch.quantity, packs.quantity);
  const [schema] = useState(() => schemaFor(most, isWriteOff));
  const { field, ...sent } = useSentForm({
    schema,
    defaultValues: { quantity: String(most), reason: '' },
    send: async ({ quantity, reason }) => {
      const { orderId } = packs;
      await resolve({ resolutionId, orderId, batchId: batch.batchId, quantity, isWriteOff, reason });
      stockChanged();
      notifyDone(`${packsWords(quantity)} ${isWriteOff ? 'written off' : 'can be sold again'}.`);
      onClose();
    },
  });
  const title = isWriteOff ? 'Write off' : 'Sell again';
  return (
    <Dialog open title={title} busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          {packName(packs.productName, packOf(packs))}, batch {batch.batchNumber}.{' '}
          {isWriteOff ? 'This cannot be undone.' : 'Only unopened, undamaged packs.'}
        </p>
        <TextField label="Packs" inputMode="numeric" data-autofocus="" {...field('quantity')} />
        <TextArea label={isWriteOff ? 'Reason' : 'Note (optional)'} maxLength={200} {...field('reason')} />
        <FormFoot {...sent} label={title} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
