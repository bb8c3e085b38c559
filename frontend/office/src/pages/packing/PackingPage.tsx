import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { transitionOrder } from '../../api/calls';
import { ApiError, orderInConflict, wordsOf } from '../../api/errors';
import { type PackInHand, type ReservedPacks, takeFromBatch } from '../../api/packing';
import { orderQuery, ordersQuery, reservedPacksQuery } from '../../api/queries';
import { orderChanged, queryClient } from '../../api/query_client';
import type { Order, OrderLine } from '../../api/types';
import { batchWords } from '../../rules/batches';
import { codeOf, isOrderNumber } from '../../rules/codes';
import { STATES } from '../../rules/order_states';
import { placedWords } from '../../rules/days';
import { countPacks, packsInShort, packsWords, weightWords } from '../../rules/packs';
import { isUnpaid, paymentWords } from '../../rules/payments';
import { rowsOf } from '../../rules/rows';
import { keep, readKept } from '../../session/drafts';
import { useMay, useMe } from '../../session/use_me';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { Chip } from '../../ui/Chip';
import { More } from '../../ui/More';
import { PageHead } from '../../ui/PageHead';
import { ScanField } from '../../ui/ScanField';
import { signal } from '../../ui/signal';
import { useInTurn } from '../../ui/use_in_turn';
import { Nothing, Waiting } from '../../ui/Waiting';
import {
  emptyBox,
  type Kept,
  keptIn,
  missing,
  type Part,
  partsOfLine,
  type Packing,
  putIn,
  reasonNotToPack,
  notRestoredWords,
  type ScanMessage,
  unfinishedWords,
} from './packing';
import styles from './packing.module.css';
import { WeightForm } from './WeightForm';

/** The packing page: scan an order's slip, then every pack for its box; weigh the full box and mark it packed. */
export default function PackingPage() {
  const table = usePackingTable();
  const { packing, message, packed, failed } = table;
  const field = useRef<HTMLInputElement>(null);

  /** Moves the focus from a button that goes away to the scan field. */
  function scanNext(press: () => void) {
    field.current?.focus();
    press();
  }

  return (
    <>
      <PageHead title="Pack" beside={packed.length > 0 && <span>{packed.length} packed now</span>}>
        {packed.length > 0 && (
          <>
            <Link className={button.quiet} to={`/orders/print?view=labels&numbers=${packed.join(',')}`}>
              Print their labels
            </Link>
            <Link className={button.quiet} to={`/orders/print?view=invoices&numbers=${packed.join(',')}`}>
              Print their invoices
            </Link>
          </>
        )}
        <Link className={button.quiet} to="/handover">
          Hand over
        </Link>
      </PageHead>
      <ScanField label={packing ? 'Scan each pack' : 'Scan an order'} onCode={table.scan} inputRef={field} />
      <p className={`${styles.message} ${message ? styles[message.kind] : ''}`} role="status">
        {message?.words ??
          'A scanner types for you. Without one, type the number on the slip and press Enter.'}
      </p>
      {failed && (
        <section className={`${card.card} ${styles.box}`} aria-label={`The box of ${failed.orderNumber}`}>
          <Waiting query={{ ...failed, refetch: () => scanNext(failed.refetch) }} what={failed.orderNumber} />
          <footer>
            <b>Its box is saved.</b>
            <button
              type="button"
              className={button.quiet}
              disabled={failed.isFetching}
              onClick={() => scanNext(table.putAside)}
            >
              Put aside
            </button>
          </footer>
        </section>
      )}
      {!packing && !failed && <WaitingOrders onOrder={table.scan} />}
      {packing && (
        <section
          className={`${card.card} ${styles.box}`}
          aria-label={`The box of ${packing.order.orderNumber}`}
        >
          <header>
            <h2>
              <Link to={`/orders/${packing.order.orderNumber}`} target="_blank">
                {packing.order.orderNumber}
              </Link>
            </h2>
            <span>
              {packing.order.fullName}, {packing.order.pincode}
            </span>
            {isUnpaid(packing.order) && <Chip tone="wait">{paymentWords(packing.order)}</Chip>}
          </header>
          <ul>
            {packing.order.lines.map((line) => (
              <Line
                key={line.sku}
                line={line}
                parts={partsOfLine(packing, line)}
                onOne={() => table.scan(line.sku)}
              />
            ))}
          </ul>
          <footer>
            <b>
              {missing(packing) === 0
                ? 'All packs are in the box.'
                : `${packsWords(missing(packing))} of ${countPacks([packing.order])} missing`}
            </b>
            <button
              type="button"
              className={button.quiet}
              disabled={table.isSending}
              onClick={table.putAside}
            >
              Put aside
            </button>
          </footer>
          {missing(packing) === 0 && (
            <WeightForm
              key={packing.order.orderNumber}
              order={packing.order}
              isSending={table.isSending}
              onWeight={table.close}
              onCode={table.scan}
            />
          )}
        </section>
      )}
    </>
  );
}

function Line({ line, parts, onOne }: { line: OrderLine; parts: readonly Part[]; onOne: () => void }) {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const isFull = count >= line.quantity;
  return (
    <li data-full={isFull || undefined}>
      <span>
        <b>
          {line.productName} {weightWords(line.weightInGrams)}
        </b>
        <small>{line.sku}</small>
        {parts.map(
          ({ key, batch, count: packed, quantity }) =>
            batch && (
              <small key={key}>
                Batch <b>{batchWords(batch)}</b>
                {parts.length > 1 && `: ${packed} of ${quantity}`}
              </small>
            ),
        )}
      </span>
      <span className={styles.count}>
        {count} of {line.quantity}
      </span>
      {isFull ? (
        <span className={styles.full}>✓ all in</span>
      ) : (
        <button type="button" className={button.quiet} onClick={onOne}>
          Add without scanning
        </button>
      )}
    </li>
  );
}

/** The orders to pack. A click opens one, as a scan of its slip does. */
function WaitingOrders({ onOrder }: { onOrder: (orderNumber: string) => void }) {
  const query = useInfiniteQuery(ordersQuery('', ['confirmed']));
  const orders = rowsOf(
    query.data,
    (page) => page.orders,
    ({ orderId }) => orderId,
  );
  const numbers = orders.map(({ orderNumber }) => orderNumber).join(',');
  return (
    <section className={`${card.card} ${styles.box}`} aria-label="Orders to pack">
      <header>
        <h2>To pack</h2>
        {orders.length > 0 && (
          <Link to={`/orders/print?${new URLSearchParams({ view: 'pick', numbers })}`} target="_blank">
            Pick list
          </Link>
        )}
      </header>
      {!query.data ? (
        <Waiting query={query} what="the orders" />
      ) : orders.length === 0 ? (
        <Nothing>No order waits to be packed.</Nothing>
      ) : (
        <>
          <ul>
            {orders.map((order) => (
              <li key={order.orderId}>
                <span>
                  <b>{order.orderNumber}</b>
                  <small>{packsInShort(order.lines)}</small>
                </span>
                <time dateTime={order.placedAt}>{placedWords(order.placedAt)}</time>
                <button
                  type="button"
                  className={button.quiet}
                  aria-label={`Pack ${order.orderNumber}`}
                  onClick={() => onOrder(order.orderNumber)}
                >
                  Pack
                </button>
              </li>
            ))}
          </ul>
          <More query={query} shown={orders.length === 1 ? '1 order' : `${orders.length} orders`} />
        </>
      )}
    </section>
  );
}

/** Reads the packs that are reserved for an order; undefined on failure. The order can be packed without them. */
async function reservedFor({ orderId }: Order): Promise<readonly ReservedPacks[] | undefined> {
  try {
    const reserved = await queryClient.fetchQuery({ ...reservedPacksQuery([orderId]), staleTime: 0 });
    return reserved.get(orderId) ?? [];
  } catch {
    return undefined;
  }
}

/** The packing table: a box, or the stored one until it is restored; and the orders packed since the page was first opened. */
interface Table {
  packing?: Packing | undefined;
  waiting?: Pick<Kept, 'orderNumber' | 'packed'> | undefined;
  done: readonly string[];
}

/**
 * The state of the packing table, and the handling of scans. The tab stores it for the signed-in staff member, so that leaving the page
 * loses no scan.
 */
function usePackingTable() {
  const mayTransition = useMay('orders.transition');
  const key = `${useMe()?.staffId} packing`;
  const [kept] = useState(() => keptIn(readKept(key)));
  const wanted = useSearchParams()[0].get('order');
  const [packing, setPacking] = useState<Packing>();
  const [message, setMessage] = useState<ScanMessage>();
  const [packed, setPacked] = useState(kept.done);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown }>();
  const [isRestoring, setRestoring] = useState(false);
  // Scans arrive faster than renders, and each one must see the box as the scan before left it. `waiting` is the stored box until it is
  // restored.
  const current = useRef<Table>({ done: kept.done, waiting: kept.orderNumber ? kept : undefined });

  function change(next: Partial<Table>) {
    current.current = { ...current.current, ...next };
    const { packing: onTable, done, waiting } = current.current;
    setPacking(onTable);
    setPacked(done);
    const left: Kept = {
      orderNumber: onTable?.order.orderNumber ?? waiting?.orderNumber ?? '',
      packed: [...(onTable?.packed ?? waiting?.packed ?? [])],
      done,
    };
    keep(key, left.orderNumber || done.length > 0 ? left : undefined);
  }

  const show = (next: Packing | undefined) => change({ packing: next });

  function tell(next: ScanMessage) {
    setMessage(next);
    signal(next.kind);
  }

  async function open(number: string) {
    const { packing: onTable, waiting } = current.current;
    if (waiting?.orderNumber === number) return restore();
    if (waiting) return tell({ kind: 'wrong', words: notRestoredWords(waiting.orderNumber) });
    if (onTable && missing(onTable) < countPacks([onTable.order])) {
      if (onTable.order.orderNumber === number) return;
      return tell({ kind: 'wrong', words: unfinishedWords(onTable) });
    }
    try {
      await putOnTable(number);
    } catch (error) {
      tell({ kind: 'wrong', words: wordsOf(error) });
    }
  }

  /** Opens the box of an order, with what is in it already. */
  async function putOnTable(number: string, inBoxNow?: Kept['packed']) {
    const order = await queryClient.fetchQuery({ ...orderQuery(number), staleTime: 0 });
    const reason = mayTransition
      ? reasonNotToPack(order)
      : 'Your role can view orders, not change them. Ask the owner for access.';
    if (reason) {
      change({ waiting: undefined });
      return tell({ kind: 'wrong', words: reason });
    }
    const reserved = await reservedFor(order);
    const box = { ...emptyBox(order, reserved), packed: new Map(inBoxNow) };
    change({ packing: box, waiting: undefined });
    const unknown = reserved ? '' : ' The batches cannot be shown right now.';
    tell({ kind: 'right', words: `${number}: ${packsWords(missing(box))} to put in.${unknown}` });
  }

  async function close({ order }: Packing, parcelWeightInGrams: number | undefined) {
    setIsSending(true);
    try {
      const { orderNumber, version } = order;
      const updated = await transitionOrder(orderNumber, { to: 'packed', version, parcelWeightInGrams });
      orderChanged(updated);
      change({ packing: undefined, done: [...current.current.done, orderNumber] });
      tell({ kind: 'right', words: `${orderNumber} is packed. Scan the next order.` });
    } catch (error) {
      refuse(order, error);
    } finally {
      setIsSending(false);
    }
  }

  function refuse({ orderNumber }: Order, error: unknown) {
    const present = orderInConflict(error);
    if (!present) return tell({ kind: 'wrong', words: `${wordsOf(error)} The box stays as it is.` });
    orderChanged(present);
    show(undefined);
    const words = `The order changed meanwhile: ${orderNumber} is “${STATES[present.status].label}”. Put the packs back.`;
    tell({ kind: 'wrong', words });
  }

  async function take(scanned: string) {
    const code = codeOf(scanned);
    if (isOrderNumber(code)) return open(code);
    const { packing: onTable, waiting } = current.current;
    if (waiting) return tell({ kind: 'wrong', words: notRestoredWords(waiting.orderNumber) });
    if (!onTable) return tell({ kind: 'wrong', words: 'Scan an order first, then its packs.' });
    const next = putIn(onTable, code);
    if ('asked' in next) return takeOther(onTable, code, next.asked);
    show(next.packing);
    tell(next.message);
  }

  /** Handles a pack of a batch that is not reserved: moves the reservation to its batch, and puts the pack into the box. */
  async function takeOther(onTable: Packing, code: string, asked: PackInHand) {
    try {
      const reserved = await takeFromBatch(onTable.order.orderNumber, asked);
      const next = putIn({ ...onTable, reserved }, code);
      if ('asked' in next)
        return tell({ kind: 'wrong', words: `${code} is not in this order. Put it back.` });
      show(next.packing);
      tell(next.message);
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.status === 404;
      tell({
        kind: 'wrong',
        words: isUnknown ? `${code} is not in this order. Put it back.` : wordsOf(error),
      });
    }
  }

  /** Restores the stored box. Without an answer it stays stored, and nothing else can be packed. */
  async function restore() {
    const { waiting } = current.current;
    if (!waiting) return;
    setRestoring(true);
    try {
      await putOnTable(waiting.orderNumber, waiting.packed);
      setFailure(undefined);
    } catch (error) {
      setFailure({ error });
      tell({ kind: 'wrong', words: notRestoredWords(waiting.orderNumber) });
    }
    setRestoring(false);
  }

  /** Restores the stored table, and opens the order from a link. */
  async function begin() {
    await restore();
    const number = codeOf(wanted ?? '');
    if (number && number !== kept.orderNumber) await open(number);
  }

  const inTurn = useInTurn((error) => tell({ kind: 'wrong', words: wordsOf(error) }));
  const atStart = useRef(() => inTurn(begin));
  useEffect(() => atStart.current(), []);
  const scan = (code: string) => inTurn(() => take(code));
  return {
    packing,
    message,
    packed,
    /** Set if the stored box could not be restored. */
    failed: failure && {
      ...failure,
      orderNumber: kept.orderNumber,
      isFetching: isRestoring,
      refetch: () => inTurn(restore),
    },
    isSending,
    scan,
    close: (grams: number | undefined) => {
      const { packing: full } = current.current;
      if (full) void close(full, grams);
    },
    putAside: () => {
      change({ packing: undefined, waiting: undefined });
      setFailure(undefined);
      setMessage(undefined);
    },
  };
}
