import { useInfiniteQuery } from '@connectrpc/connect-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { InventoryService, type StockLevel } from '#contract/shop/inventory/v1/inventory_pb.js';
import { ProductState } from '#contract/shop/catalog/v1/product_editing_pb.js';
import { paged } from '../../api/paged';
import { dateWords } from '../../rules/days';
import { weightWords } from '../../rules/packs';
import { rowsOf } from '../../rules/rows';
import {
  AVAILABILITY,
  batchesAddress,
  packName,
  packOf,
  productWords,
  STOCK_LISTS,
  type StockList,
  stockListOf,
  stockRequest,
  warningOf,
} from '../../rules/stock';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { More } from '../../ui/More';
import { PageHead } from '../../ui/PageHead';
import { SearchForm } from '../../ui/SearchForm';
import { Tabs } from '../../ui/Tabs';
import { Nothing, Waiting } from '../../ui/Waiting';
import orders from '../orders/orders.module.css';
import styles from './stock.module.css';

const helper = createColumnHelper<typeof features, StockLevel>();
const number = { align: 'end' } as const;

const columns = helper.columns([
  helper.accessor('productName', {
    header: 'Product',
    cell: ({ row: { original } }) => (
      <Link to={batchesAddress(packOf(original))}>{productWords(original.productName)}</Link>
    ),
  }),
  helper.accessor((level) => packOf(level).weightInGrams, {
    id: 'weight',
    header: 'Weight',
    meta: number,
    cell: ({ getValue }) => weightWords(getValue()),
  }),
  helper.accessor('sku', { header: 'Pack', meta: { isTight: true } }),
  helper.accessor('available', { header: 'To sell', meta: number }),
  helper.accessor('reserved', { header: 'Reserved', meta: number }),
  helper.accessor('onHand', { header: 'On hand', meta: number }),
  helper.accessor('missing', {
    header: 'Missing',
    meta: number,
    cell: ({ getValue }) => (getValue() > 0n ? <b className={styles.bad}>{getValue()}</b> : '–'),
  }),
  helper.accessor('returned', {
    header: 'Returned',
    meta: number,
    cell: ({ getValue }) => (getValue() > 0n ? <Link to="/returns">{getValue()} to inspect</Link> : '–'),
  }),
  helper.accessor('nextLastSaleOn', {
    header: 'Sold until',
    meta: { isTight: true },
    cell: ({ getValue }) => {
      const date = getValue();
      return date ? dateWords(date) : '–';
    },
  }),
  helper.accessor('availability', {
    header: 'State',
    meta: { isTight: true },
    cell: ({ row: { original } }) => <States level={original} />,
  }),
]) as Column<StockLevel>[];

/** The stock levels, and the packs that need staff to act. */
export default function StockPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const list = stockListOf(search.get('only'));
  const text = search.get('text') ?? '';
  const query = useInfiniteQuery(InventoryService.method.listStockLevels, stockRequest(list, text), paged);
  const counts = query.data?.pages[0]?.counts;
  const levels = useMemo(() => rowsOf(query.data, (page) => page.levels, idOf), [query.data]);
  const all = counts && list.countOf(counts);
  return (
    <>
      <PageHead title="Stock">
        <Link className={button.quiet} to="/stock/held">
          Held packs
        </Link>
      </PageHead>
      <Tabs
        label="Which packs"
        tabs={STOCK_LISTS.map((each) => ({
          to: addressOf(each, text),
          label: each.label,
          isOpen: each === list,
          count: counts && Number(each.countOf(counts)),
        }))}
      />
      <SearchForm
        text={text}
        label="Find packs by product, weight, pack code or batch"
        placeholder="Product, pack code or batch…"
        onSearch={(typed) => void navigate(addressOf(list, typed))}
      />
      {!query.data ? (
        <Waiting query={query} what="the stock" />
      ) : levels.length === 0 ? (
        <Nothing>No packs here.</Nothing>
      ) : (
        <>
          <DataTable
            caption="Stock"
            columns={columns}
            rows={levels}
            idOf={idOf}
            nameOf={nameOf}
            renderCard={(level) => <StockCard level={level} />}
          />
          <More query={query} shown={all === undefined ? `${levels.length}` : `${levels.length} of ${all}`} />
        </>
      )}
    </>
  );
}

function nameOf(level: StockLevel): string {
  return packName(level.productName, packOf(level));
}

function idOf(level: StockLevel): string {
  const { productId, weightInGrams } = packOf(level);
  return `${productId} ${weightInGrams}`;
}

function addressOf({ name }: StockList, text: string): string {
  const search = String(new URLSearchParams({ ...(name && { only: name }), ...(text && { text }) }));
  return search ? `/stock?${search}` : '/stock';
}

function States({ level }: { level: StockLevel }) {
  const { label, tone } = AVAILABILITY[level.availability];
  const warning = warningOf(level);
  return (
    <>
      {(!warning || level.onHand > 0n) && <Chip tone={tone}>{label}</Chip>}{' '}
      {warning && (
        <Chip tone={level.productState === ProductState.PUBLISHED ? 'bad' : 'plain'}>{warning}</Chip>
      )}
    </>
  );
}

function StockCard({ level }: { level: StockLevel }) {
  const { available, onHand, reserved, missing, returned } = level;
  return (
    <>
      <p>
        <Link to={batchesAddress(packOf(level))}>{nameOf(level)}</Link>
        <span>
          <States level={level} />
        </span>
      </p>
      <p className={orders.soft}>
        <span>
          {available} to sell · {reserved} reserved · {onHand} on hand
        </span>
      </p>
      {missing > 0n && <p className={styles.bad}>{missing} missing for orders</p>}
      {returned > 0n && (
        <p>
          <Link to="/returns">{returned} returned, to inspect</Link>
        </p>
      )}
    </>
  );
}
