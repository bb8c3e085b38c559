import { useMutation } from '@connectrpc/connect-query';
import * as v from 'valibot';
import type { Batch } from '#contract/shop/inventory/v1/inventory_pb.js';
import { PackingService } from '#contract/shop/inventory/v1/packing_pb.js';
import { stockChanged } from '../../api/query_client';
import { notifyDone } from '../../messages/notify';
import { shelfRule } from '../../rules/typed';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';

/** Sets the shelf of a batch. */
export function ShelfDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const { mutateAsync: setShelf } = useMutation(PackingService.method.setShelf);
  const { field, ...sent } = useSentForm({
    schema: v.object({ shelf: shelfRule }),
    defaultValues: { shelf: batch.shelf },
    send: async ({ shelf }) => {
      await setShelf({ batchId: batch.batchId, shelf });
      stockChanged();
      notifyDone(`Batch ${batch.batchNumber}: ${shelf ? `shelf ${shelf}` : 'no shelf'}.`);
      onClose();
    },
  });
  return (
    <Dialog open title={`Shelf of batch ${batch.batchNumber}`} busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <TextField
          label="Shelf (optional)"
          hint="Shown on pick lists."
          data-autofocus=""
          {...field('shelf')}
        />
        <FormFoot {...sent} label="Save" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
