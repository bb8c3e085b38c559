import { useMutation } from '@connectrpc/connect-query';
import { useState } from 'react';
import * as v from 'valibot';
import {
  type Batch,
  InventoryService,
  type RecalledOrder,
} from '#contract/shop/inventory/v1/inventory_pb.js';
import { stockChanged } from '../../api/query_client';
import { useOrderNumbers } from '../../api/use_order_numbers';
import { ordersWords } from '../../rules/cash';
import { packsWords } from '../../rules/packs';
import { recallWords } from '../../rules/stock';
import { reasonRule } from '../../rules/typed';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { TextArea } from '../../ui/fields';
import { OrderName } from '../../ui/OrderName';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';
import { Notices } from './RecallNotices';
import styles from './stock.module.css';

const schema = v.object({ reason: reasonRule });

/** Recalls a batch, and shows the orders that hold packs of it. */
export function RecallDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const [recalled, setRecalled] = useState<readonly RecalledOrder[]>();
  const [writing, setWriting] = useState(false);
  return (
    // Escape and a click outside do not close the list of orders, so that staff read all of it.
    <Dialog
      open
      title={`Recall batch ${batch.batchNumber}`}
      busy={recalled !== undefined && !writing}
      onClose={onClose}
    >
      {writing ? (
        <Notices batch={batch} onClose={onClose} />
      ) : recalled ? (
        <Found batch={batch} orders={recalled} onWrite={() => setWriting(true)} onClose={onClose} />
      ) : (
        <RecallForm batch={batch} onRecalled={setRecalled} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface RecallFormProps {
  batch: Batch;
  onRecalled: (orders: readonly RecalledOrder[]) => void;
  onClose: () => void;
}

function RecallForm({ batch, onRecalled, onClose }: RecallFormProps) {
  const { mutateAsync: recall } = useMutation(InventoryService.method.recallBatch);
  const { field, ...sent } = useSentForm({
    schema,
    defaultValues: { reason: '' },
    send: async ({ reason }) => {
      const orders: RecalledOrder[] = [];
      let pageToken = '';
      do {
        // oxlint-disable-next-line no-await-in-loop -- each page says where the next begins
        const page = await recall({ batchId: batch.batchId, reason, pageToken });
        orders.push(...page.orders);
        pageToken = page.nextPageToken;
      } while (pageToken);
      onRecalled(orders);
      stockChanged();
    },
  });
  return (
    <form className={form.form} noValidate onSubmit={sent.onSubmit}>
      <p>
        <b>No pack of this batch will be sold or shipped. This cannot be undone.</b> Open orders get packs of
        another batch if there are any. Next you see every order with packs of this batch.
      </p>
      <TextArea label="Reason" data-autofocus="" maxLength={200} {...field('reason')} />
      <FormFoot {...sent} label="Recall the batch" isDanger onCancel={onClose} />
    </form>
  );
}

interface FoundProps {
  batch: Batch;
  orders: readonly RecalledOrder[];
  onWrite: () => void;
  onClose: () => void;
}

function Found({ batch, orders, onWrite, onClose }: FoundProps) {
  const { numbers, isLoading } = useOrderNumbers(orders.map(({ orderId }) => orderId));
  const maySeeOrders = useMay('orders.read');
  const hasLeft = orders.some(({ isShipped, isReturned }) => isShipped && !isReturned);
  const mayWrite = hasLeft && maySeeOrders;
  return (
    <div className={form.form}>
      <p role="status">
        <b>Batch {batch.batchNumber} is recalled.</b>{' '}
        {orders.length === 0
          ? 'No order has packs of it.'
          : `${ordersWords(orders.length)} with packs of it:`}
      </p>
      {!isLoading && (
        <ul className={styles.found}>
          {orders.map((order) => {
            const { words, tone } = recallWords(order);
            const { orderId, quantity } = order;
            return (
              <li key={orderId}>
                <span>
                  <OrderName orderId={orderId} orderNumber={numbers.get(orderId)} />, {packsWords(quantity)}
                </span>
                <Chip tone={tone}>{words}</Chip>
              </li>
            );
          })}
        </ul>
      )}
      <div className={form.buttons}>
        <button type="button" className={mayWrite ? button.quiet : button.primary} onClick={onClose}>
          Close
        </button>
        {mayWrite && (
          <button type="button" className={button.primary} onClick={onWrite}>
            Write to these shoppers…
          </button>
        )}
      </div>
    </div>
  );
}
