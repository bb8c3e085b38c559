import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { moveOrder } from '../../api/calls';
import { orderInConflict, wordsOf } from '../../api/errors';
import { orderQuery } from '../../api/queries';
import { orderChanged, queryClient } from '../../api/query_client';
import type { Order, OrderLine } from '../../api/types';
import { codeOf, isOrderNumber } from '../../rules/codes';
import { STATES } from '../../rules/order_states';
import { countPacks, packsWords, weightWords } from '../../rules/packs';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { PageHead } from '../../ui/PageHead';
import { ScanField } from '../../ui/ScanField';
import { signal } from '../../ui/signal';
import { useInTurn } from '../../ui/use_in_turn';
import {
  emptyBox,
  inBox,
  missing,
  type Packing,
  putIn,
  reasonNotToPack,
  type Said,
  unfinishedWords,
} from './packing';
import styles from './packing.module.css';
import { WeightForm } from './WeightForm';

/** The packing table: scan an order's slip, then every pack that goes into its box; a full box is weighed and marked packed. */
export default function PackingPage() {
  const table = usePackingTable();
  const { packing, said, packed } = table;
  return (
    <>
      <PageHead title="Pack" beside={packed.length > 0 && <span>{packed.length} packed now</span>}>
        {packed.length > 0 && (
          <Link className={button.quiet} to={`/orders/print?view=labels&numbers=${packed.join(',')}`}>
            Print their labels
          </Link>
        )}
        <Link className={button.quiet} to="/handover">
          Hand over
        </Link>
      </PageHead>
      <ScanField label={packing ? 'Scan each pack' : 'Scan an order'} onCode={table.scan} />
      <p className={`${styles.said} ${said ? styles[said.kind] : ''}`} role="status">
        {said?.words ?? 'A scanner types for you. Without one, type the number on the slip and press Enter.'}
      </p>
      {packing && (
        <section
          className={`${card.card} ${styles.box}`}
          aria-label={`The box of ${packing.order.orderNumber}`}
        >
          <header>
            <h2>
              <Link to={`/orders/${packing.order.orderNumber}`}>{packing.order.orderNumber}</Link>
            </h2>
            <span>
              {packing.order.fullName}, {packing.order.pincode}
            </span>
          </header>
          <ul>
            {packing.order.lines.map((line) => (
              <Line
                key={line.sku}
                line={line}
                count={inBox(packing, line)}
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

function Line({ line, count, onOne }: { line: OrderLine; count: number; onOne: () => void }) {
  const isFull = count >= line.quantity;
  return (
    <li data-full={isFull || undefined}>
      <span>
        <b>
          {line.productName} {weightWords(line.weightInGrams)}
        </b>
        <small>{line.sku}</small>
      </span>
      <span className={styles.count}>
        {count} of {line.quantity}
      </span>
      {isFull ? (
        <span className={styles.full}>✓ all in</span>
      ) : (
        <button type="button" className={button.quiet} onClick={onOne}>
          One by hand
        </button>
      )}
    </li>
  );
}

/** What is on the table, and what scans do. */
function usePackingTable() {
  const mayMove = useMay('orders.move');
  const [packing, setPacking] = useState<Packing>();
  const [said, setSaid] = useState<Said>();
  const [packed, setPacked] = useState<readonly string[]>([]);
  const [isSending, setIsSending] = useState(false);
  // Codes come faster than the screen is drawn, and each counts for the box as the one before left it.
  const current = useRef<Packing>(undefined);
  useEffect(() => () => void (current.current = undefined), []);

  function show(next: Packing | undefined) {
    current.current = next;
    setPacking(next);
  }

  function tell(next: Said) {
    setSaid(next);
    signal(next.kind);
  }

  async function open(number: string) {
    if (current.current && missing(current.current) < countPacks([current.current.order])) {
      if (current.current.order.orderNumber === number) return;
      return tell({ kind: 'wrong', words: unfinishedWords(current.current) });
    }
    try {
      const order = await queryClient.fetchQuery({ ...orderQuery(number), staleTime: 0 });
      const reason = mayMove ? reasonNotToPack(order) : 'You may look at orders and not move them.';
      if (reason) return tell({ kind: 'wrong', words: reason });
      show(emptyBox(order));
      tell({ kind: 'right', words: `${number}: ${packsWords(countPacks([order]))} to put in.` });
    } catch (error) {
      tell({ kind: 'wrong', words: wordsOf(error) });
    }
  }

  async function close({ order }: Packing, parcelWeightInGrams: number | undefined) {
    setIsSending(true);
    try {
      const { orderNumber, version } = order;
      const moved = await moveOrder(orderNumber, { to: 'packed', version, parcelWeightInGrams });
      orderChanged(moved);
      setPacked((before) => [...before, order.orderNumber]);
      show(undefined);
      tell({ kind: 'right', words: `${order.orderNumber} is packed. Scan the next order.` });
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
    const words = `Somebody else was quicker: ${orderNumber} is “${STATES[present.status].label}”. Put the packs back.`;
    tell({ kind: 'wrong', words });
  }

  async function take(scanned: string) {
    const code = codeOf(scanned);
    if (isOrderNumber(code)) return open(code);
    if (!current.current) return tell({ kind: 'wrong', words: 'Scan an order first, then its packs.' });
    const next = putIn(current.current, code);
    show(next.packing);
    tell(next.said);
  }

  const scan = useInTurn(take);
  return {
    packing,
    said,
    packed,
    isSending,
    scan,
    close: (grams: number | undefined) => {
      const { current: full } = current;
      if (full) void close(full, grams);
    },
    putAside: () => {
      show(undefined);
      setSaid(undefined);
    },
  };
}
