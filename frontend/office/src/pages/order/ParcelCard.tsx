import { useQuery } from '@connectrpc/connect-query';
import { useState } from 'react';
import { OrderService, OrderStatus } from '#contract/shop/order/v1/order_pb.js';
import { parcelWords } from '../../rules/parcel_weight';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import details from '../../ui/details.module.css';
import { Waiting } from '../../ui/Waiting';
import styles from './order.module.css';
import { WeightDialog } from './WeightDialog';

/** The weight and shipment of an order's parcel. Hidden before it is packed. */
export function ParcelCard({ orderNumber }: { orderNumber: string }) {
  const query = useQuery(OrderService.method.getOrder, { orderNumber });
  const mayTransition = useMay('orders.transition');
  const [isOpen, setIsOpen] = useState(false);
  const order = query.data?.order;
  if (!order) return <Waiting query={query} what="the parcel" />;
  const mayWeigh = mayTransition && order.status === OrderStatus.PACKED;
  const { parcel, parcelWeightInGrams: grams } = order;
  if (!parcel && !grams && !mayWeigh) return null;
  const { carrier, trackingNumber, trackingUrl } = parcel ?? {};
  return (
    <section className={card.card}>
      <h2>Parcel</h2>
      <dl className={`${details.facts} ${styles.facts}`}>
        {carrier && (
          <>
            <dt>Carrier</dt>
            <dd>{carrier}</dd>
          </>
        )}
        {trackingNumber && (
          <>
            <dt>Number</dt>
            <dd>{trackingNumber}</dd>
          </>
        )}
        <dt>Weight</dt>
        <dd>{grams ? parcelWords(grams) : 'Not weighed'}</dd>
      </dl>
      {trackingUrl && /^https?:/.test(trackingUrl) && (
        <a className={button.link} href={trackingUrl} rel="noreferrer" target="_blank">
          Follow it at {carrier}
        </a>
      )}
      {mayWeigh && (
        <button type="button" className={`${button.quiet} ${styles.correct}`} onClick={() => setIsOpen(true)}>
          {grams ? 'Correct the weight…' : 'Enter the weight…'}
        </button>
      )}
      {isOpen && <WeightDialog order={order} onClose={() => setIsOpen(false)} />}
    </section>
  );
}
