import { useInfiniteQuery } from '@connectrpc/connect-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { formatMoment } from 'shared/rules/moment';
import {
  type OversoldPacks as Oversold,
  OversoldPackService,
} from '#contract/shop/inventory/v1/oversold_pb.js';
import { paged } from '../../api/paged';
import { useOrderNumbers } from '../../api/use_order_numbers';
import { packsWords } from '../../rules/packs';
import { rowsOf } from '../../rules/rows';
import { batchesAddress, packName, packOf } from '../../rules/stock';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { More } from '../../ui/More';
import { OrderName } from '../../ui/OrderName';
import { Nothing, Waiting } from '../../ui/Waiting';
import styles from './held.module.css';

/** Missing packs with the number of their order. */
type OversoldPack = Oversold & { orderNumber: string | undefined };

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
  const query = useInfiniteQuery(OversoldPackService.method.listOversoldPacks, { pageToken: '' }, paged);
  const listed = useMemo(() => rowsOf(query.data, (page) => page.packs, keyOf), [query.data]);
  const { numbers, isLoading } = useOrderNumbers(listed.map(({ orderId }) => orderId));
  const packs = useMemo(() => {
    const named = listed.map((pack) => ({ ...pack, orderNumber: numbers.get(pack.orderId) }));
    // A row appears with its number.
    return named.filter(({ orderNumber }) => orderNumber || !isLoading);
  }, [listed, numbers, isLoading]);
  return !query.data || (isLoading && packs.length === 0) ? (
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
        nameOf={nameOf}
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

function nameOf(packs: Oversold): string {
  return packName(packs.productName, packOf(packs));
}

function keyOf(packs: Oversold): string {
  const { productId, weightInGrams } = packOf(packs);
  return `${packs.orderId} ${productId} ${weightInGrams}`;
}

function PackLink({ pack }: { pack: OversoldPack }) {
  return (
    <Link className={styles.link} to={batchesAddress(packOf(pack))}>
      {nameOf(pack)}
    </Link>
  );
}
