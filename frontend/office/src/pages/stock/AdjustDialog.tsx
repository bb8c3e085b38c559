import { useMutation } from '@connectrpc/connect-query';
import { useState } from 'react';
import * as v from 'valibot';
import { randomId } from 'shared/rules/random_id';
import { type Batch, InventoryService } from '#contract/shop/inventory/v1/inventory_pb.js';
import { stockChanged } from '../../api/query_client';
import { notifyDone } from '../../messages/notify';
import { packsWords } from '../../rules/packs';
import { packsRule, reasonRule } from '../../rules/typed';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { SelectField, TextArea, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';

/** The rules of a correction. */
export const adjustmentSchema = v.object({
  kind: v.picklist(['write-off', 'less', 'more']),
  quantity: packsRule,
  reason: reasonRule,
});

/** Corrects the stock of a batch, or writes packs off. */
export function AdjustDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const [adjustmentId] = useState(randomId);
  const { mutateAsync: adjust } = useMutation(InventoryService.method.adjustBatch);
  const { field, ...sent } = useSentForm({
    schema: adjustmentSchema,
    defaultValues: { kind: 'write-off', quantity: '', reason: '' },
    send: async ({ kind, quantity, reason }) => {
      const change = kind === 'more' ? quantity : -quantity;
      const { batch: adjusted } = await adjust({
        adjustmentId,
        batchId: batch.batchId,
        quantity: change,
        isWriteOff: kind === 'write-off',
        reason,
      });
      stockChanged();
      notifyDone(`Batch ${batch.batchNumber} has ${packsWords(adjusted?.onHand ?? 0)}.`);
      onClose();
    },
  });
  return (
    <Dialog open title={`Correct batch ${batch.batchNumber}`} busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          {batch.onHand} on hand, {batch.reserved} of them reserved for orders.
        </p>
        <div className={form.pair}>
          <SelectField label="Correction" data-autofocus="" {...field('kind')}>
            <option value="write-off">Broken or spoiled: write off</option>
            <option value="less">Counted fewer</option>
            <option value="more">Counted more</option>
          </SelectField>
          <TextField label="Number of packs" inputMode="numeric" {...field('quantity')} />
        </div>
        <TextArea label="Reason" maxLength={200} {...field('reason')} />
        <FormFoot {...sent} label="Save" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
