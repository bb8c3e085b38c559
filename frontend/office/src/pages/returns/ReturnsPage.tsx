import { useInfiniteQuery } from '@connectrpc/connect-query';
import { useMemo, useState } from 'react';
import { formatMoment } from 'shared/rules/moment';
import {
  InventoryService,
  type ReservedPacks,
  type ReturnedPacks,
} from '#contract/shop/inventory/v1/inventory_pb.js';
import { paged } from '../../api/paged';
import { useOrderNumbers } from '../../api/use_order_numbers';
import { packsWords } from '../../rules/packs';
import { rowsOf } from '../../rules/rows';
import { packName, packOf } from '../../rules/stock';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import { More } from '../../ui/More';
import { PageHead } from '../../ui/PageHead';
import { OrderName } from '../../ui/OrderName';
import { Nothing, Waiting } from '../../ui/Waiting';
import { ResolveDialog } from './ResolveDialog';
import styles from './returns.module.css';

/** The open dialog: returned packs, their batch and the action. */
interface Open {
  packs: ReturnedPacks;
  batch: ReservedPacks;
  isWriteOff: boolean;
}

/** Returned packs. Staff inspect each one before it is sold again. */
export default function ReturnsPage() {
  const query = useInfiniteQuery(InventoryService.method.listReturnedPacks, { pageToken: '' }, paged);
  const returned = useMemo(() => rowsOf(query.data, (page) => page.packs, idOf), [query.data]);
  const { numbers, isLoading } = useOrderNumbers(returned.map(({ orderId }) => orderId));
  const mayWrite = useMay('stock.write');
  const [open, setOpen] = useState<Open>();
  return (
    <>
      <PageHead title="Returns" />
      <p className={styles.intro}>
        Returned packs are kept apart until you inspect them. Sell undamaged packs again, and write off the
        others. Packs of a recalled batch cannot be sold again.
      </p>
      {!query.data || (isLoading && numbers.size === 0) ? (
        <Waiting query={query} what="the returns" />
      ) : returned.length === 0 ? (
        <Nothing>No returned packs to inspect.</Nothing>
      ) : (
        <>
          <ul className={styles.packs}>
            {returned.map((packs) => (
              <li key={idOf(packs)}>
                <h2>{packName(packs.productName, packOf(packs))}</h2>
                <p>
                  {packsWords(packs.quantity)} of{' '}
                  <OrderName orderId={packs.orderId} orderNumber={numbers.get(packs.orderId)} />, came back{' '}
                  {formatMoment(packs.returnedAt)}
                </p>
                <ul>
                  {packs.batches.map((batch) => (
                    <li key={batch.batchId} className={styles.batch}>
                      <span>
                        Batch <b>{batch.batchNumber}</b>, {packsWords(batch.quantity)}
                        {batch.isRecalled && (
                          <>
                            {' '}
                            <Chip tone="bad">Recalled: only write off</Chip>
                          </>
                        )}
                      </span>
                      {mayWrite && (
                        <span className={styles.actions}>
                          {!batch.isRecalled && (
                            <button
                              type="button"
                              className={button.quiet}
                              onClick={() => setOpen({ packs, batch, isWriteOff: false })}
                            >
                              Sell again…
                            </button>
                          )}
                          <button
                            type="button"
                            className={button.quiet}
                            onClick={() => setOpen({ packs, batch, isWriteOff: true })}
                          >
                            Write off…
                          </button>
                        </span>
                      )}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          {query.hasNextPage && <More query={query} shown={packsWords(returned.length)} />}
        </>
      )}
      {open && <ResolveDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function idOf(packs: ReturnedPacks): string {
  const { productId, weightInGrams } = packOf(packs);
  return `${packs.orderId} ${productId} ${weightInGrams}`;
}
