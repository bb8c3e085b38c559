import { useInfiniteQuery, useQuery } from '@connectrpc/connect-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatPaise } from 'shared/rules/rupees';
import { type Batch, InventoryService } from '#contract/shop/inventory/v1/inventory_pb.js';
import { paged } from '../../api/paged';
import { dateWords } from '../../rules/days';
import { weightWords } from '../../rules/packs';
import { rowsOf } from '../../rules/rows';
import { AVAILABILITY, packName, packOf, warningOf } from '../../rules/stock';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { Icon } from '../../ui/Icon';
import { PageHead } from '../../ui/PageHead';
import { More } from '../../ui/More';
import { Nothing, Waiting } from '../../ui/Waiting';
import { AdjustDialog } from './AdjustDialog';
import { RecallDialog } from './RecallDialog';
import { RecallNoticesDialog } from './RecallNotices';
import { ReceiveDialog } from './ReceiveDialog';
import { ShelfDialog } from './ShelfDialog';
import styles from './stock.module.css';

type Open = { dialog: 'receive' } | { dialog: 'adjust' | 'shelf' | 'recall' | 'notices'; batch: Batch };

const helper = createColumnHelper<typeof features, Batch>();
const number = { align: 'end', isTight: true } as const;

/** The batches of a pack: receive, correct and recall. */
export default function BatchesPage() {
  const { productId = '', grams = '' } = useParams();
  const weightInGrams = Number(grams);
  const { listBatches, listStockLevels } = InventoryService.method;
  const query = useInfiniteQuery(listBatches, { pack: { productId, weightInGrams }, pageToken: '' }, paged);
  const level = useQuery(listStockLevels, { productId }).data?.levels.find(
    (each) => packOf(each).weightInGrams === weightInGrams,
  );
  const batches = useMemo(() => rowsOf(query.data, (page) => page.batches, idOf), [query.data]);
  const mayWrite = useMay('stock.write');
  const mayRecall = useMay('stock.recall');
  const [open, setOpen] = useState<Open>();
  const warning = level && warningOf(level);
  const name = level ? packName(level.productName, packOf(level)) : `Pack of ${weightWords(weightInGrams)}`;
  const columns = useMemo(() => columnsFor(mayWrite, mayRecall, setOpen), [mayWrite, mayRecall, setOpen]);
  const close = () => setOpen(undefined);

  return (
    <>
      <PageHead
        title={name}
        beside={
          level && (
            <Chip tone={AVAILABILITY[level.availability].tone}>{AVAILABILITY[level.availability].label}</Chip>
          )
        }
      >
        {mayWrite && (
          <button type="button" className={button.primary} onClick={() => setOpen({ dialog: 'receive' })}>
            <Icon name="plus" /> Receive
          </button>
        )}
      </PageHead>
      <p className={styles.facts}>
        <Link className={styles.back} to="/stock">
          All stock
        </Link>
        {level && (
          <span>
            {level.available} to sell, {level.reserved} reserved for orders, {level.onHand} on hand
          </span>
        )}
        {warning && <b className={styles.bad}>{warning}</b>}
        {level && level.missing > 0n && <b className={styles.bad}>{level.missing} missing for orders</b>}
      </p>
      {!query.data ? (
        <Waiting query={query} what="the batches" />
      ) : batches.length === 0 ? (
        <Nothing>No batches yet.</Nothing>
      ) : (
        <>
          <DataTable
            caption={`Batches of ${name}`}
            columns={columns}
            rows={batches}
            idOf={idOf}
            nameOf={({ batchNumber }) => batchNumber}
            renderCard={(batch) => (
              <BatchCard batch={batch} actions={<Actions {...{ batch, mayWrite, mayRecall, setOpen }} />} />
            )}
          />
          {query.hasNextPage && <More query={query} shown={`${batches.length} batches`} />}
        </>
      )}
      {open?.dialog === 'receive' && (
        <ReceiveDialog name={name} productId={productId} weightInGrams={weightInGrams} onClose={close} />
      )}
      {open?.dialog === 'adjust' && <AdjustDialog batch={open.batch} onClose={close} />}
      {open?.dialog === 'shelf' && <ShelfDialog batch={open.batch} onClose={close} />}
      {open?.dialog === 'recall' && <RecallDialog batch={open.batch} onClose={close} />}
      {open?.dialog === 'notices' && <RecallNoticesDialog batch={open.batch} onClose={close} />}
    </>
  );
}

const idOf = ({ batchId }: Batch) => batchId;

interface ActionsProps {
  batch: Batch;
  mayWrite: boolean;
  mayRecall: boolean;
  setOpen: (open: Open) => void;
}

function Actions({ batch, mayWrite, mayRecall, setOpen }: ActionsProps) {
  const maySeeOrders = useMay('orders.read');
  const small = `${button.quiet} ${button.small}`;
  return (
    <span className={styles.actions}>
      {mayWrite && (
        <button type="button" className={small} onClick={() => setOpen({ dialog: 'adjust', batch })}>
          Correct…
        </button>
      )}
      {mayWrite && (
        <button type="button" className={small} onClick={() => setOpen({ dialog: 'shelf', batch })}>
          Shelf…
        </button>
      )}
      {mayRecall && !batch.isRecalled && (
        <button type="button" className={small} onClick={() => setOpen({ dialog: 'recall', batch })}>
          Recall…
        </button>
      )}
      {mayRecall && maySeeOrders && batch.isRecalled && (
        <button type="button" className={small} onClick={() => setOpen({ dialog: 'notices', batch })}>
          Who has it…
        </button>
      )}
    </span>
  );
}

function columnsFor(mayWrite: boolean, mayRecall: boolean, setOpen: (open: Open) => void) {
  return helper.columns([
    helper.accessor('batchNumber', {
      header: 'Batch',
      cell: ({ row: { original } }) => <BatchName batch={original} />,
    }),
    helper.accessor('shelf', { header: 'Shelf', cell: ({ getValue }) => getValue() || '–' }),
    helper.accessor('packedOn', { header: 'Packed', cell: ({ getValue }) => dateWords(getValue()) }),
    helper.accessor('bestBefore', { header: 'Best before', cell: ({ getValue }) => dateWords(getValue()) }),
    helper.accessor('lastSaleOn', { header: 'Sold until', cell: ({ getValue }) => dateWords(getValue()) }),
    helper.accessor('mrpPaise', {
      header: 'MRP',
      meta: number,
      cell: ({ getValue }) => formatPaise(getValue()),
    }),
    helper.accessor('costPaise', {
      header: 'Cost',
      meta: number,
      // 0 is a cost that is not recorded.
      cell: ({ getValue }) => (getValue() > 0n ? formatPaise(getValue()) : '–'),
    }),
    helper.accessor('onHand', { header: 'On hand', meta: number }),
    helper.accessor('reserved', { header: 'Reserved', meta: number }),
    helper.display({
      id: 'actions',
      header: () => <span className="visuallyHidden">Actions</span>,
      meta: number,
      cell: ({ row: { original: batch } }) => <Actions {...{ batch, mayWrite, mayRecall, setOpen }} />,
    }),
  ]) as Column<Batch>[];
}

function BatchName({ batch: { batchNumber, isRecalled } }: { batch: Batch }) {
  return (
    <>
      <b>{batchNumber}</b> {isRecalled && <Chip tone="bad">Recalled</Chip>}
    </>
  );
}

function BatchCard({ batch, actions }: { batch: Batch; actions: React.ReactNode }) {
  return (
    <>
      <p>
        <span>
          <BatchName batch={batch} />
        </span>
        <span>
          {batch.onHand} on hand, {batch.reserved} reserved
          {batch.shelf && ` · shelf ${batch.shelf}`}
        </span>
      </p>
      <p>
        <span>
          Best before {dateWords(batch.bestBefore)} · sold until {dateWords(batch.lastSaleOn)} · MRP{' '}
          {formatPaise(batch.mrpPaise)}
        </span>
      </p>
      {actions}
    </>
  );
}
