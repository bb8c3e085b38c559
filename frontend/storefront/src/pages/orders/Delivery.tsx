import type { Order } from '../../api/types';
import { ordersWords } from '#words/orders';
import { Icon } from '../../ui/Icon';
import styles from './Delivery.module.css';

const texts = ordersWords;

/** How an order travels, and to whom. */
export function Delivery({ order }: { order: Order }) {
  const { parcel, fullname, deliveryAddress, pincode, mobilenumber, isMasked } = order;
  return (
    <div className={styles.delivery}>
      {parcel && <Parcel parcel={parcel} />}
      <section aria-labelledby="order-receiver">
        <h3 id="order-receiver">{texts.receiver}</h3>
        <address>
          <span>{fullname}</span>
          {deliveryAddress && <span>{deliveryAddress}</span>}
          <span>{texts.pincode(pincode)}</span>
          <span>{mobilenumber}</span>
        </address>
        {isMasked && <p className={styles.note}>{texts.masked}</p>}
      </section>
    </div>
  );
}

function Parcel({ parcel }: { parcel: NonNullable<Order['parcel']> }) {
  const { carrier, trackingNumber, trackingUrl } = parcel;
  return (
    <section aria-labelledby="order-parcel">
      <h3 id="order-parcel">{texts.parcel}</h3>
      <dl>
        <dt>{texts.carrier}</dt>
        <dd>{carrier}</dd>
        {trackingNumber && (
          <>
            <dt>{texts.trackingNumber}</dt>
            <dd>{trackingNumber}</dd>
          </>
        )}
      </dl>
      {trackingUrl && (
        <a className={styles.follow} href={trackingUrl} rel="noreferrer">
          <Icon name="truck" size={20} />
          {texts.followParcel(carrier)}
        </a>
      )}
    </section>
  );
}
