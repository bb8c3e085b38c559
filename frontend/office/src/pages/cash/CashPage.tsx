import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatTotal } from 'shared/rules/rupees';
import type { CarrierCash, CashState } from '../../api/cash';
import { cashQuery } from '../../api/queries';
import { CASH_PLACES, cashAddress, cashIn, cashOfAll, ordersWords, waitOf } from '../../rules/cash';
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
  const query = useQuery(cashQuery);
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
              <p key="" className={note.note}>
                {ordersWords(each.remitted.orders)} over {formatTotal(each.remitted.amount)}{' '}
                {each.remitted.orders === 1 ? 'was' : 'were'} paid before shipping; no carrier has a part in
                that.
              </p>
            ),
          )}
        </>
      )}
    </>
  );
}

function Carrier({ name, cash, now }: { name: string; cash: CarrierCash; now: number }) {
  return (
    <section className={`${card.card} ${styles.carrier}`} aria-label={name}>
      <h2>{name}</h2>
      <dl>
        {CASH_PLACES.map(({ state, label }) => (
          <div key={state}>
            <dt>{label}</dt>
            <dd>
              <Sum cash={cash} state={state} name={name} label={label} />
              {state === 'collected' && <OldestChip cash={cash} now={now} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface SumProps {
  cash: CarrierCash;
  state: CashState;
  name: string;
  label: string;
}

/** A sum, linked to its orders if there are any. */
function Sum({ cash, state, name, label }: SumProps) {
  const { orders, amount } = cashIn(cash, state);
  if (orders === 0) return <span className={note.soft}>nothing</span>;
  return (
    <>
      <Link
        to={cashAddress({ state, carrier: cash.carrier })}
        aria-label={`${label}, ${name}: ${formatTotal(amount)} of ${ordersWords(orders)}`}
      >
        {formatTotal(amount)}
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
