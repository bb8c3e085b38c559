import { Link, useSearchParams } from 'react-router';
import { heldPackOf } from '../../rules/held';
import { useMay } from '../../session/use_me';
import { PageHead } from '../../ui/PageHead';
import { Tabs } from '../../ui/Tabs';
import { HeldOrders } from './HeldOrders';
import { HeldPacks } from './HeldPacks';
import { OversoldPacks } from './OversoldPacks';
import styles from './held.module.css';

/** Packs that are not available: reserved by unconfirmed orders, or oversold. */
export default function HeldPage() {
  const [search] = useSearchParams();
  const mayReadOrders = useMay('orders.read');
  const pack = heldPackOf(search);
  const isOversold = search.get('tab') === 'waiting' || !mayReadOrders;
  const tabs = [
    ...(mayReadOrders ? [{ to: '/stock/held', label: 'Not confirmed', isOpen: !isOversold }] : []),
    { to: '/stock/held?tab=waiting', label: 'Waiting for stock', isOpen: isOversold },
  ];
  return (
    <>
      <PageHead title="Held packs" />
      <Tabs label="Which packs" tabs={tabs} />
      <p className={styles.note}>
        {isOversold
          ? 'These packs were sold but are not in stock. New stock goes to these orders first. '
          : 'An order reserves its packs as soon as it is placed. Confirm each order, or cancel it. '}
        <Link to="/stock">Back to the stock</Link>
      </p>
      {isOversold ? (
        <OversoldPacks />
      ) : (
        <>
          {!pack && <HeldPacks />}
          <HeldOrders pack={pack} />
        </>
      )}
    </>
  );
}
