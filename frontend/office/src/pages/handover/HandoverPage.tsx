import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from 'shared/rules/moment';
import { wordsOf } from '../../api/errors';
import { orderQuery } from '../../api/queries';
import { queryClient } from '../../api/query_client';
import { CARRIERS } from '../../rules/carriers';
import { isOrderNumber } from '../../rules/codes';
import { countPacks, packsWords } from '../../rules/packs';
import { parcelWords, totalWords } from '../../rules/parcel_weight';
import { useMay } from '../../session/use_me';
import { useShopName } from '../../session/use_shop_name';
import button from '../../ui/button.module.css';
import { TextField } from '../../ui/fields';
import { Icon } from '../../ui/Icon';
import { PageHead } from '../../ui/PageHead';
import { ScanField } from '../../ui/ScanField';
import { signal } from '../../ui/signal';
import { useInTurn } from '../../ui/use_in_turn';
import table from '../../ui/table.module.css';
import { Outcomes } from '../orders/Outcomes';
import { useBulkMove } from '../orders/use_bulk_move';
import { type Parcel, reasonNotToShip, withParcel, withTracking } from './handover';
import styles from './handover.module.css';

/** The carrier's van: scan each order and the number on its parcel, print the list, mark all shipped. */
export default function HandoverPage() {
  const mayMove = useMay('orders.move');
  const { parcels, said, take, remove, forget } = useParcels();
  const [carrier, setCarrier] = useState('');
  const [openedAt] = useState(() => new Date().toISOString());
  const bulk = useBulkMove();
  const { run } = bulk;
  const isRunning = run?.isRunning ?? false;

  function ship() {
    const numbers = new Map(parcels.map((each) => [each.order.orderNumber, each.trackingNumber]));
    bulk.start(
      parcels.map(({ order }) => order),
      'shipped',
      ({ orderNumber }) => {
        const trackingNumber = numbers.get(orderNumber);
        return { parcel: { carrier, ...(trackingNumber && { trackingNumber }) } };
      },
    );
  }

  function end() {
    forget(run?.outcomes.filter(({ kind }) => kind !== 'failed').map(({ orderNumber }) => orderNumber) ?? []);
    bulk.forget();
  }

  return (
    <>
      <div className={styles.screenOnly}>
        <PageHead
          title="Hand over"
          beside={parcels.length > 0 && <span>{parcelsWords(parcels.length)}</span>}
        >
          {mayMove && (
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
            disabled={!mayMove || isRunning || parcels.length === 0 || carrier.trim() === ''}
            onClick={ship}
          >
            {isRunning ? `${run?.outcomes.length} of ${run?.count}…` : 'Mark all shipped'}
          </button>
        </PageHead>
        {run && !isRunning && <Outcomes run={run} onClose={end} />}
        <div className={styles.carrier}>
          <TextField
            label="Carrier"
            list="carriers"
            value={carrier}
            onChange={({ target }) => setCarrier(target.value)}
          />
          <datalist id="carriers">
            {CARRIERS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </datalist>
        </div>
        <ScanField label="Scan an order, then the number of its parcel" onCode={take} />
        <p className={styles.said} role="status">
          {said ?? 'The parcel’s number can be left out where the carrier gives none.'}
        </p>
      </div>
      {parcels.length > 0 && (
        <Manifest carrier={carrier} day={formatDay(openedAt)} parcels={parcels} onRemove={remove} />
      )}
    </>
  );
}

/** `1 parcel`, `3 parcels`. */
function parcelsWords(count: number): string {
  return count === 1 ? '1 parcel' : `${count} parcels`;
}

interface ManifestProps {
  carrier: string;
  day: string;
  parcels: readonly Parcel[];
  onRemove: (orderNumber: string) => void;
}

/** The list that the driver signs. */
function Manifest({ carrier, day, parcels, onRemove }: ManifestProps) {
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
                <span className="visuallyHidden">Take it out</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {parcels.map(({ order, trackingNumber }) => (
              <tr key={order.orderNumber}>
                <td>
                  <Link to={`/orders/${order.orderNumber}`}>{order.orderNumber}</Link>
                </td>
                <td>{trackingNumber || '—'}</td>
                <td>{order.pincode}</td>
                <td data-align="end">{countPacks([order])}</td>
                <td data-align="end">
                  {order.parcelWeightInGrams ? parcelWords(order.parcelWeightInGrams) : '—'}
                </td>
                <td className={styles.screenOnly}>
                  <button
                    type="button"
                    className={button.link}
                    aria-label={`Take out ${order.orderNumber}`}
                    onClick={() => onRemove(order.orderNumber)}
                  >
                    Take out
                  </button>
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

/** The parcels that were scanned, and what is said about the last scan. */
function useParcels() {
  const [parcels, setParcels] = useState<readonly Parcel[]>([]);
  const [said, setSaid] = useState<string>();
  // Codes come faster than the screen is drawn.
  const current = useRef<readonly Parcel[]>([]);

  function show(next: readonly Parcel[]) {
    current.current = next;
    setParcels(next);
  }

  function tell(kind: 'right' | 'wrong', words: string) {
    setSaid(words);
    signal(kind);
  }

  async function add(number: string) {
    try {
      const order = await queryClient.fetchQuery({ ...orderQuery(number), staleTime: 0 });
      const reason = reasonNotToShip(order);
      if (reason) return tell('wrong', reason);
      show(withParcel(current.current, order));
      tell('right', `${number}: now the number of its parcel.`);
    } catch (error) {
      tell('wrong', wordsOf(error));
    }
  }

  async function take(code: string) {
    if (isOrderNumber(code)) return add(code.toUpperCase());
    const { parcels: next, problem } = withTracking(current.current, code);
    show(next);
    tell(problem ? 'wrong' : 'right', problem ?? `${next.at(-1)?.order.orderNumber} goes as ${code}.`);
  }

  const scan = useInTurn(take);
  return {
    parcels,
    said,
    take: scan,
    remove: (number: string) => show(current.current.filter(({ order }) => order.orderNumber !== number)),
    forget: (numbers: readonly string[]) =>
      show(current.current.filter(({ order }) => !numbers.includes(order.orderNumber))),
  };
}
