import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from 'shared/rules/moment';
import { returnsQuery } from '../../api/queries';
import type { ReturnedPack } from '../../api/types';
import { packsWords } from '../../rules/packs';
import { packName } from '../../rules/stock';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import { PageHead } from '../../ui/PageHead';
import { OrderName } from '../../ui/OrderName';
import { Nothing, Waiting } from '../../ui/Waiting';
import { ResolveDialog } from './ResolveDialog';
import styles from './returns.module.css';

/** The open dialog: a pack, its batch and the action. */
interface Open {
  pack: ReturnedPack;
  batch: ReturnedPack['batches'][number];
  isWriteOff: boolean;
}

/** Returned packs. Staff inspect each one before it is sold again. */
export default function ReturnsPage() {
  const query = useQuery(returnsQuery);
  const mayWrite = useMay('stock.write');
  const [open, setOpen] = useState<Open>();
  return (
    <>
      <PageHead title="Returns" />
      <p className={styles.intro}>
        Returned packs are kept apart until you inspect them. Sell undamaged packs again, and write off the
        others. Packs of a recalled batch cannot be sold again.
      </p>
      {!query.data ? (
        <Waiting query={query} what="the returns" />
      ) : query.data.length === 0 ? (
        <Nothing>No returned packs to inspect.</Nothing>
      ) : (
        <ul className={styles.packs}>
          {query.data.map((pack) => (
            <li key={`${pack.orderId} ${pack.productId} ${pack.weightInGrams}`}>
              <h2>{packName(pack)}</h2>
              <p>
                {packsWords(pack.quantity)} of <OrderName {...pack} />, came back{' '}
                {formatMoment(pack.returnedAt)}
              </p>
              <ul>
                {pack.batches.map((batch) => (
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
                            onClick={() => setOpen({ pack, batch, isWriteOff: false })}
                          >
                            Sell again…
                          </button>
                        )}
                        <button
                          type="button"
                          className={button.quiet}
                          onClick={() => setOpen({ pack, batch, isWriteOff: true })}
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
      )}
      {open && <ResolveDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
