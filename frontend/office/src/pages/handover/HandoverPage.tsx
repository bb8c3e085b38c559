import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from 'shared/rules/moment';
import { readOrders } from '../../api/calls';
import { wordsOf } from '../../api/errors';
import { orderQuery } from '../../api/queries';
import { queryClient } from '../../api/query_client';
import { CARRIERS } from '../../rules/carriers';
import { isOrderNumber } from '../../rules/codes';
import { countPacks, packsWords } from '../../rules/packs';
import { parcelWords, totalWords } from '../../rules/parcel_weight';
import { isUnpaid } from '../../rules/payments';
import { keep, readKept } from '../../session/drafts';
import { useMay, useMe } from '../../session/use_me';
import { useShopName } from '../../session/use_shop';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import { CheckField, TextField } from '../../ui/fields';
import { Icon } from '../../ui/Icon';
import { PageHead } from '../../ui/PageHead';
import { passFocusOn, REMOVES } from '../../ui/pass_focus_on';
import { ScanField } from '../../ui/ScanField';
import { signal } from '../../ui/signal';
import { useInTurn } from '../../ui/use_in_turn';
import note from '../../ui/note.module.css';
import table from '../../ui/table.module.css';
import { Waiting } from '../../ui/Waiting';
import { handedOver } from '../orders/bulk_run';
import { BulkQuestion } from '../orders/BulkQuestion';
import { Outcomes } from '../orders/Outcomes';
import { useBulkTransition } from '../orders/use_bulk_transition';
import {
  isToShip,
  type Kept,
  keptIn,
  type Parcel,
  reasonNotToShip,
  restored,
  toKeep,
  withKept,
  withParcel,
  withTracking,
} from './handover';
import styles from './handover.module.css';

/** The handover to a carrier: scan each order and its tracking number, print the list, and mark all orders shipped. */
export default function HandoverPage() {
  const mayTransition = useMay('orders.transition');
  const field = useRef<HTMLInputElement>(null);
  const { parcels, carrier, message, failed, ...list } = useParcels();
  const [openedAt] = useState(() => new Date().toISOString());
  const bulk = useBulkTransition(handedOver);
  const [isAsking, setAsking] = useState(false);
  const { run } = bulk;
  const isRunning = run?.isRunning ?? false;
  // Shipped parcels stay on the list that the driver signs, and are not shipped again.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const hasLeft = (parcel: Parcel) => {
    const { orderNumber } = parcel.order;
    const outcome = bulk.outcomeOf(orderNumber);
    return left.has(orderNumber) || !isToShip(parcel) || (outcome !== undefined && outcome.kind !== 'failed');
  };
  const toShip = parcels.filter((parcel) => !hasLeft(parcel));
  const noteLeft = () =>
    setLeft(new Set(parcels.filter(hasLeft).map(({ order: { orderNumber } }) => orderNumber)));
  const unpaid = toShip.map(({ order }) => order).filter(isUnpaid);
  // The confirmation of unpaid orders applies only to these, not to an order that is scanned later.
  const [acceptedFor, setAcceptedFor] = useState('');
  const unpaidNumbers = unpaid.map(({ orderNumber }) => orderNumber).join(' ');
  const isAccepted = acceptedFor === unpaidNumbers;

  function ship() {
    setAsking(false);
    noteLeft();
    const numbers = new Map(toShip.map((each) => [each.order.orderNumber, each.trackingNumber]));
    bulk.start(
      toShip.map(({ order }) => order),
      'shipped',
      (order) => {
        const trackingNumber = numbers.get(order.orderNumber);
        return {
          parcel: { carrier, ...(trackingNumber && { trackingNumber }) },
          ...(isUnpaid(order) && { acceptsUnpaid: true }),
        };
      },
    );
  }

  function close() {
    noteLeft();
    bulk.forget();
  }

  function begin() {
    list.empty();
    bulk.forget();
  }

  function remove(orderNumber: string, pressed: HTMLElement) {
    passFocusOn(pressed, field.current);
    list.remove(orderNumber);
  }

  function retry() {
    field.current?.focus();
    failed?.refetch();
  }

  /** After a finished list, the next scanned order starts a new one. */
  function scan(code: string) {
    const isFinished = parcels.length > 0 && toShip.length === 0 && !failed;
    if (isFinished && !isRunning && isOrderNumber(code)) begin();
    list.take(code);
  }

  return (
    <>
      <div className={styles.screenOnly}>
        <PageHead
          title="Hand over"
          beside={parcels.length > 0 && <span>{parcelsWords(parcels.length)}</span>}
        >
          {mayTransition && (
            <Link className={button.quiet} to="/imports?kind=tracking">
              Import tracking numbers
            </Link>
          )}
          <button
            type="button"
            className={button.quiet}
            disabled={parcels.length === 0}
            onClick={() => window.print()}
          >
            <Icon name="print" /> Print the list
          </button>
          <button
            type="button"
            className={button.primary}
            disabled={
              !mayTransition || isRunning || toShip.length === 0 || carrier.trim() === '' || !isAccepted
            }
            onClick={() => setAsking(true)}
          >
            Mark all shipped
          </button>
        </PageHead>
        {run && !isRunning && <Outcomes run={run} onClose={close} />}
        <div className={styles.carrier}>
          <TextField
            label="Carrier"
            list="carriers"
            value={carrier}
            onChange={({ target }) => list.setCarrier(target.value)}
          />
          <datalist id="carriers">
            {CARRIERS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </datalist>
        </div>
        {unpaid.length > 0 && (
          <CheckField
            label={unpaidWords(unpaid.length)}
            checked={isAccepted}
            onChange={({ target }) => setAcceptedFor(target.checked ? unpaidNumbers : '')}
          />
        )}
        <ScanField label="Scan an order, then its tracking number" onCode={scan} inputRef={field} />
        <p className={styles.message} role="status">
          {message ?? 'If the carrier gives no tracking number, leave it out.'}
        </p>
        {failed && (
          <>
            <Waiting query={{ ...failed, refetch: retry }} what="the parcels of your list" />
            <p className={note.note}>The list is saved. New scans are added to it.</p>
          </>
        )}
        {(parcels.length > 0 || failed) && (
          <p>
            <button type="button" className={button.quiet} disabled={isRunning} onClick={begin}>
              New list
            </button>
          </p>
        )}
      </div>
      {parcels.length > 0 && (
        <Manifest
          carrier={carrier}
          day={formatDay(openedAt)}
          parcels={parcels}
          hasLeft={hasLeft}
          onRemove={isRunning ? undefined : remove}
        />
      )}
      {isAsking && (
        <BulkQuestion count={toShip.length} to="shipped" onStart={ship} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

/** Returns `1 parcel` or `3 parcels`. */
function parcelsWords(count: number): string {
  return count === 1 ? '1 parcel' : `${count} parcels`;
}

function unpaidWords(count: number): string {
  return count === 1
    ? '1 parcel is not paid. Ship it all the same.'
    : `${count} parcels are not paid. Ship them all the same.`;
}

interface ManifestProps {
  carrier: string;
  day: string;
  parcels: readonly Parcel[];
  hasLeft: (parcel: Parcel) => boolean;
  /** Undefined while parcels are marked shipped, because the run would ship a removed one, too. */
  onRemove: ((orderNumber: string, pressed: HTMLElement) => void) | undefined;
}

/** The list that the driver signs. */
function Manifest({ carrier, day, parcels, hasLeft, onRemove }: ManifestProps) {
  const shopName = useShopName();
  const orders = parcels.map(({ order }) => order);
  const weight = totalWords(orders);
  return (
    <section className={styles.manifest} aria-label="Parcels">
      <h2 className={styles.printOnly}>
        {shopName || 'The shop'} to {carrier || '____________'}, {day}
      </h2>
      <div className={table.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              <th>Order</th>
              <th>Parcel</th>
              <th>Pincode</th>
              <th data-align="end">Packs</th>
              <th data-align="end">Weight</th>
              <th className={styles.screenOnly}>
                <span className="visuallyHidden">Shipped, or remove it</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {parcels.map(({ order, trackingNumber }) => (
              <tr key={order.orderNumber}>
                <td>
                  <Link to={`/orders/${order.orderNumber}`} target="_blank">
                    {order.orderNumber}
                  </Link>
                  {isUnpaid(order) && !hasLeft({ order, trackingNumber }) && (
                    <span className={styles.screenOnly}>
                      {' '}
                      <Chip tone="wait">not paid</Chip>
                    </span>
                  )}
                </td>
                <td>{trackingNumber || '—'}</td>
                <td>{order.pincode}</td>
                <td data-align="end">{countPacks([order])}</td>
                <td data-align="end">
                  {order.parcelWeightInGrams ? parcelWords(order.parcelWeightInGrams) : '—'}
                </td>
                <td className={styles.screenOnly}>
                  {hasLeft({ order, trackingNumber }) ? (
                    '✓ shipped'
                  ) : onRemove ? (
                    <button
                      type="button"
                      className={button.link}
                      aria-label={`Remove ${order.orderNumber}`}
                      {...REMOVES}
                      onClick={({ currentTarget }) => onRemove(order.orderNumber, currentTarget)}
                    >
                      Remove
                    </button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.sum}>
        {parcelsWords(parcels.length)}, {packsWords(countPacks(orders))}
        {weight && `, ${weight}`}.
        <span className={styles.printOnly}> Received by: ______________________</span>
      </p>
    </section>
  );
}

/** The scanned parcels, their carrier, and the message about the last scan. The tab stores the list for the signed-in staff member. */
function useParcels() {
  const key = `${useMe()?.staffId} handover`;
  const [kept] = useState(() => keptIn(readKept(key)));
  const [parcels, setParcels] = useState<readonly Parcel[]>([]);
  const [carrier, setCarrier] = useState(kept.carrier);
  const [message, setMessage] = useState<string>();
  const [failure, setFailure] = useState<{ error: unknown }>();
  const [isRestoring, setRestoring] = useState(false);
  // Scans arrive faster than renders. `waiting` is the stored list until it is restored.
  const current = useRef({ parcels, carrier, waiting: kept.parcels });

  function change(next: { parcels?: readonly Parcel[]; carrier?: string; waiting?: Kept['parcels'] }) {
    current.current = { ...current.current, ...next };
    setParcels(current.current.parcels);
    setCarrier(current.current.carrier);
    const left: Kept = {
      carrier: current.current.carrier,
      parcels: withKept(current.current.waiting, toKeep(current.current.parcels)),
    };
    keep(key, left.carrier || left.parcels.length > 0 ? left : undefined);
  }

  function tell(kind: 'right' | 'wrong', words: string) {
    setMessage(words);
    signal(kind);
  }

  async function add(number: string) {
    try {
      const order = await queryClient.fetchQuery({ ...orderQuery(number), staleTime: 0 });
      const reason = reasonNotToShip(order);
      if (reason) return tell('wrong', reason);
      change({ parcels: withParcel(current.current.parcels, order) });
      if (isUnpaid(order)) return tell('wrong', `${number} is not paid. Remove it, or confirm it above.`);
      tell('right', `${number}: now scan its tracking number.`);
    } catch (error) {
      tell('wrong', wordsOf(error));
    }
  }

  async function take(code: string) {
    if (isOrderNumber(code)) return add(code.toUpperCase());
    const { parcels: next, problem } = withTracking(current.current.parcels, code);
    change({ parcels: next });
    tell(
      problem ? 'wrong' : 'right',
      problem ?? `${next.at(-1)?.order.orderNumber} has tracking number ${code}.`,
    );
  }

  async function restore() {
    const { waiting } = current.current;
    if (waiting.length === 0) return;
    setRestoring(true);
    try {
      const orders = await readOrders(waiting.map(([number]) => number));
      const { parcels: scanned } = current.current;
      const all = [...orders, ...scanned.map(({ order }) => order)];
      change({ parcels: restored(withKept(waiting, toKeep(scanned)), all), waiting: [] });
      setFailure(undefined);
    } catch (error) {
      setFailure({ error });
    }
    setRestoring(false);
  }

  const inTurn = useInTurn((error) => tell('wrong', wordsOf(error)));
  const atStart = useRef(() => inTurn(restore));
  useEffect(() => atStart.current(), []);

  return {
    parcels,
    carrier,
    message,
    /** Set if the stored list could not be restored. */
    failed: failure && {
      ...failure,
      isFetching: isRestoring,
      refetch: () => inTurn(restore),
    },
    take: (code: string) => inTurn(() => take(code)),
    setCarrier: (typed: string) => change({ carrier: typed }),
    remove: (number: string) =>
      change({ parcels: current.current.parcels.filter(({ order }) => order.orderNumber !== number) }),
    empty: () => {
      change({ parcels: [], waiting: [] });
      setFailure(undefined);
      setMessage(undefined);
    },
  };
}
