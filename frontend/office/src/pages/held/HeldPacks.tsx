import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { Link } from 'react-router';
import type { HeldPack } from '../../api/held';
import { heldPacksQuery } from '../../api/queries';
import { ordersWords } from '../../rules/cash';
import { heldAddress, spanWords } from '../../rules/held';
import { packsWords } from '../../rules/packs';
import { packName } from '../../rules/stock';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { useNow } from '../../ui/use_now';
import { Nothing, Waiting } from '../../ui/Waiting';
import styles from './held.module.css';

const helper = createColumnHelper<typeof features, HeldPack>();
const number = { align: 'end', isTight: true } as const;

const columns = helper.columns([
  helper.accessor((pack) => packName(pack), { id: 'pack', header: 'Pack', enableSorting: true }),
  helper.accessor('packs', { header: 'Packs held', meta: number, enableSorting: true }),
  helper.accessor('orders', {
    header: 'By orders',
    meta: number,
    enableSorting: true,
    cell: ({ row: { original } }) => <OrdersLink pack={original} />,
  }),
  helper.accessor('oldestPlacedAt', {
    header: 'Held for',
    meta: { isTight: true },
    enableSorting: true,
    cell: ({ getValue }) => <Since at={getValue()} />,
  }),
]) as Column<HeldPack>[];

/** The packs that unconfirmed orders reserve. */
export function HeldPacks() {
  const query = useQuery(heldPacksQuery);
  return (
    <section aria-labelledby="held-packs" className={styles.part}>
      <h2 id="held-packs">Packs</h2>
      {!query.data ? (
        <Waiting query={query} what="the held packs" />
      ) : query.data.packs.length === 0 ? (
        <Nothing>No unconfirmed order holds packs.</Nothing>
      ) : (
        <DataTable
          caption="Packs that unconfirmed orders hold"
          columns={columns}
          rows={query.data.packs}
          idOf={({ productId, weightInGrams }) => `${productId} ${weightInGrams}`}
          nameOf={packName}
          renderCard={(pack) => (
            <>
              <p>
                <b>{packName(pack)}</b>
                <span>{packsWords(pack.packs)}</span>
              </p>
              <p className={styles.soft}>
                <OrdersLink pack={pack} />
                <span>
                  up to <Since at={pack.oldestPlacedAt} />
                </span>
              </p>
            </>
          )}
        />
      )}
    </section>
  );
}

function OrdersLink({ pack }: { pack: HeldPack }) {
  return (
    <Link
      className={styles.link}
      to={heldAddress(pack)}
      aria-label={`${ordersWords(pack.orders)} with ${packName(pack)}`}
    >
      {ordersWords(pack.orders)}
    </Link>
  );
}

/** The duration has its own clock. Rebuilding the columns every minute would take the focus from their links. */
function Since({ at }: { at: string }) {
  const now = useNow();
  return <time dateTime={at}>{spanWords(now - Date.parse(at))}</time>;
}
