import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import type { OversoldPack } from '../../api/held';
import { oversoldQuery } from '../../api/queries';
import { packsWords } from '../../rules/packs';
import { rowsOf } from '../../rules/rows';
import { batchesAddress, packName } from '../../rules/stock';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { More } from '../../ui/More';
import { OrderName } from '../../ui/OrderName';
import { Nothing, Waiting } from '../../ui/Waiting';
import styles from './held.module.css';

const helper = createColumnHelper<typeof features, OversoldPack>();

const columns = helper.columns([
  helper.display({
    id: 'order',
    header: 'Waits',
    meta: { isTight: true },
    cell: ({ row: { original } }) => <OrderName {...original} />,
  }),
  helper.display({
    id: 'pack',
    header: 'For',
    cell: ({ row: { original } }) => <PackLink pack={original} />,
  }),
  helper.accessor('quantity', { header: 'Missing', meta: { align: 'end', isTight: true } }),
  helper.accessor('noticedAt', {
    header: 'Since',
    meta: { isTight: true },
    cell: ({ getValue }) => <time dateTime={getValue()}>{formatMoment(getValue())}</time>,
  }),
]) as Column<OversoldPack>[];

/** The packs that orders wait for. */
export function OversoldPacks() {
  const query = useInfiniteQuery(oversoldQuery);
  const packs = useMemo(() => rowsOf(query.data, (page) => page.packs, keyOf), [query.data]);
  return !query.data ? (
    <Waiting query={query} what="the missing packs" />
  ) : packs.length === 0 ? (
    <Nothing>No order waits for packs.</Nothing>
  ) : (
    <>
      <DataTable
        caption="Packs that orders wait for"
        columns={columns}
        rows={packs}
        idOf={keyOf}
        nameOf={packName}
        renderCard={(pack) => (
          <>
            <p>
              <PackLink pack={pack} />
              <b>{packsWords(pack.quantity)} missing</b>
            </p>
            <p className={styles.soft}>
              <span>
                <OrderName {...pack} />
              </span>
              <time dateTime={pack.noticedAt}>{formatMoment(pack.noticedAt)}</time>
            </p>
          </>
        )}
      />
      <More query={query} shown={packs.length === 1 ? '1 row' : `${packs.length} rows`} />
    </>
  );
}

const keyOf = ({ orderId, productId, weightInGrams }: OversoldPack) =>
  `${orderId} ${productId} ${weightInGrams}`;

function PackLink({ pack }: { pack: OversoldPack }) {
  return (
    <Link className={styles.link} to={batchesAddress(pack)}>
      {packName(pack)}
    </Link>
  );
}
