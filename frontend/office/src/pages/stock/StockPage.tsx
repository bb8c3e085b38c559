import { createColumnHelper } from '@tanstack/react-table';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { stockQuery } from '../../api/queries';
import type { StockLevel } from '../../api/types';
import { dateWords } from '../../rules/days';
import { weightWords } from '../../rules/packs';
import { AVAILABILITY, batchesAddress, FILTERS, filterOf, packName, productWords } from '../../rules/stock';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { PageHead } from '../../ui/PageHead';
import { Nothing, Waiting } from '../../ui/Waiting';
import orders from '../orders/orders.module.css';
import styles from './stock.module.css';

const helper = createColumnHelper<typeof features, StockLevel>();
const number = { align: 'end' } as const;

const columns = helper.columns([
  helper.accessor('productName', {
    header: 'Product',
    enableSorting: true,
    cell: ({ row: { original } }) => (
      <Link to={batchesAddress(original)}>{productWords(original.productName)}</Link>
    ),
  }),
  helper.accessor('weightInGrams', {
    header: 'Weight',
    meta: number,
    enableSorting: true,
    cell: ({ getValue }) => weightWords(getValue()),
  }),
  helper.accessor('available', { header: 'To sell', meta: number, enableSorting: true }),
  helper.accessor('reserved', { header: 'Reserved', meta: number, enableSorting: true }),
  helper.accessor('onHand', { header: 'On hand', meta: number, enableSorting: true }),
  helper.accessor('missing', {
    header: 'Missing',
    meta: number,
    enableSorting: true,
    cell: ({ getValue }) => (getValue() > 0 ? <b className={styles.bad}>{getValue()}</b> : '–'),
  }),
  helper.accessor('returned', {
    header: 'Returned',
    meta: number,
    enableSorting: true,
    cell: ({ getValue }) => (getValue() > 0 ? <Link to="/returns">{getValue()} to look at</Link> : '–'),
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
    cell: ({ getValue }) => <StateChip availability={getValue()} />,
  }),
]) as Column<StockLevel>[];

/** How every pack stands, and those that somebody has to look after. */
export default function StockPage() {
  const [search] = useSearchParams();
  const filter = filterOf(search.get('only'));
  const query = useQuery(stockQuery);
  const levels = query.data?.filter(filter.has);
  return (
    <>
      <PageHead title="Stock">
        <Link className={button.quiet} to="/stock/held">
          Held packs
        </Link>
      </PageHead>
      <nav className={orders.tabs} aria-label="Which packs">
        {FILTERS.map(({ name, label, has }) => (
          <Link
            key={name}
            to={name ? `/stock?only=${name}` : '/stock'}
            aria-current={name === filter.name ? 'page' : undefined}
          >
            {label} {query.data && <small>{query.data.filter(has).length}</small>}
          </Link>
        ))}
      </nav>
      {!levels ? (
        <Waiting query={query} what="the stock" />
      ) : levels.length === 0 ? (
        <Nothing>No pack is among these.</Nothing>
      ) : (
        <DataTable
          caption="Stock"
          columns={columns}
          rows={levels}
          idOf={({ productId, weightInGrams }) => `${productId} ${weightInGrams}`}
          nameOf={packName}
          renderCard={(level) => <StockCard level={level} />}
        />
      )}
    </>
  );
}

function StateChip({ availability }: Pick<StockLevel, 'availability'>) {
  const { label, tone } = AVAILABILITY[availability];
  return <Chip tone={tone}>{label}</Chip>;
}

function StockCard({ level }: { level: StockLevel }) {
  const { available, onHand, reserved, missing, returned } = level;
  return (
    <>
      <p>
        <Link to={batchesAddress(level)}>{packName(level)}</Link>
        <StateChip availability={level.availability} />
      </p>
      <p className={orders.soft}>
        <span>
          {available} to sell · {reserved} reserved · {onHand} on hand
        </span>
      </p>
      {missing > 0 && <p className={styles.bad}>{missing} missing for orders</p>}
      {returned > 0 && (
        <p>
          <Link to="/returns">{returned} returned, to look at</Link>
        </p>
      )}
    </>
  );
}
