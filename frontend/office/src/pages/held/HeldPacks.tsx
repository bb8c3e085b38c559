import { useQuery } from '@connectrpc/connect-query';
import { createColumnHelper } from '@tanstack/react-table';
import { Link } from 'react-router';
import {
  UnconfirmedOrderService,
  type UnconfirmedPacks,
} from '#contract/shop/order/v1/unconfirmed_orders_pb.js';
import { ordersWords } from '../../rules/cash';
import { heldAddress, spanWords } from '../../rules/held';
import { packsWords } from '../../rules/packs';
import { packName } from '../../rules/stock';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { useNow } from '../../ui/use_now';
import { Nothing, Waiting } from '../../ui/Waiting';
import styles from './held.module.css';

const helper = createColumnHelper<typeof features, UnconfirmedPacks>();
const number = { align: 'end', isTight: true } as const;

const columns = helper.columns([
  helper.accessor(nameOf, { id: 'pack', header: 'Pack', enableSorting: true }),
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
]) as Column<UnconfirmedPacks>[];

function nameOf(pack: UnconfirmedPacks): string {
  return packName(pack.productName, pack);
}

/** The packs that unconfirmed orders reserve. */
export function HeldPacks() {
  const query = useQuery(UnconfirmedOrderService.method.sumUnconfirmedPacks);
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
          nameOf={nameOf}
          renderCard={(pack) => (
            <>
              <p>
                <b>{nameOf(pack)}</b>
                <span>{packsWords(Number(pack.packs))}</span>
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

function OrdersLink({ pack }: { pack: UnconfirmedPacks }) {
  return (
    <Link
      className={styles.link}
      to={heldAddress(pack)}
      aria-label={`${ordersWords(pack.orders)} with ${nameOf(pack)}`}
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
