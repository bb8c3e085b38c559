import { useQuery } from '@connectrpc/connect-query';
import { Link } from 'react-router';
import { formatPaise } from 'shared/rules/rupees';
import { type CarrierCash, CashOnDeliveryService } from '#contract/shop/order/v1/cash_pb.js';
import {
  CASH_PLACES,
  type CashPlace,
  cashAddress,
  cashIn,
  cashOfAll,
  ordersWords,
  waitOf,
} from '../../rules/cash';
import { dateWords } from '../../rules/days';
import { Chip } from '../../ui/Chip';
import { PageHead } from '../../ui/PageHead';
import { useNow } from '../../ui/use_now';
import { Nothing, Waiting } from '../../ui/Waiting';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import note from '../../ui/note.module.css';
import styles from './cash.module.css';

/** The cash of every carrier, with links to the orders behind each sum. */
export default function CashPage() {
  const query = useQuery(CashOnDeliveryService.method.sumCash);
  const now = useNow();
  const cash = query.data;
  return (
    <>
      <PageHead title="Cash on delivery">
        <Link className={button.quiet} to="/imports?kind=remittances">
          Import a remittance
        </Link>
      </PageHead>
      {!cash ? (
        <Waiting query={query} what="the cash" />
      ) : cash.carriers.length === 0 ? (
        <Nothing>No carrier has cash to collect, and none remitted any in the last 30 days.</Nothing>
      ) : (
        <>
          <p className={note.note}>
            Collected is the cash of delivered orders until its remittance is recorded. Remitted counts from{' '}
            {dateWords(cash.remittedSince)}.
          </p>
          {cash.carriers.length > 1 && (
            <Carrier name="All carriers" cash={cashOfAll(cash.carriers)} now={now} />
          )}
          {cash.carriers.map((each) =>
            each.carrier ? (
              <Carrier key={each.carrier} name={each.carrier} cash={each} now={now} />
            ) : (
              <PaidBefore key="" {...each.remitted} />
            ),
          )}
        </>
      )}
    </>
  );
}

function PaidBefore({ orders = 0n, amountPaise = 0n }: { orders?: bigint; amountPaise?: bigint }) {
  return (
    <p className={note.note}>
      {ordersWords(orders)} over {formatPaise(amountPaise)} {orders === 1n ? 'was' : 'were'} paid before
      shipping; no carrier has a part in that.
    </p>
  );
}

function Carrier({ name, cash, now }: { name: string; cash: CarrierCash; now: number }) {
  return (
    <section className={`${card.card} ${styles.carrier}`} aria-label={name}>
      <h2>{name}</h2>
      <dl>
        {CASH_PLACES.map((place) => (
          <div key={place.name}>
            <dt>{place.label}</dt>
            <dd>
              <Sum cash={cash} place={place} name={name} />
              {place.sum === 'collected' && <OldestChip cash={cash} now={now} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface SumProps {
  cash: CarrierCash;
  place: CashPlace;
  name: string;
}

/** A sum, linked to its orders if there are any. */
function Sum({ cash, place, name }: SumProps) {
  const { orders, amountPaise } = cashIn(cash, place);
  if (orders === 0n) return <span className={note.soft}>nothing</span>;
  return (
    <>
      <Link
        to={cashAddress(place, cash.carrier)}
        aria-label={`${place.label}, ${name}: ${formatPaise(amountPaise)} of ${ordersWords(orders)}`}
      >
        {formatPaise(amountPaise)}
      </Link>
      <span className={note.soft}>{ordersWords(orders)}</span>
    </>
  );
}

function OldestChip({ cash, now }: { cash: CarrierCash; now: number }) {
  if (!cash.oldestCollectedAt) return null;
  const { words, tone } = waitOf(cash.oldestCollectedAt, now);
  return <Chip tone={tone}>Oldest: {words}</Chip>;
}
