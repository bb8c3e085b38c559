import { useQuery } from '@tanstack/react-query';
import { formatPrice, formatTotal } from 'shared/rules/rupees';
import { shopQuery } from '../../api/queries';
import type { Order } from '../../api/types';
import { countPacks, packsWords } from '../../rules/packs';
import { parcelWords } from '../../rules/parcel_weight';
import { QrCode } from 'shared/ui/QrCode';
import styles from './print.module.css';

/** Address labels, A6: where each parcel goes, and what the courier collects. */
export function Labels({ orders }: { orders: readonly Order[] }) {
  const shop = useQuery(shopQuery).data?.facts;
  const sender = shop && [shop.name, ...shop.addressLines].join(', ');
  return (
    <div className={styles.sheets}>
      {orders.map((order) => (
        <article key={order.orderId} className={`${styles.sheet} ${styles.label}`}>
          <header>
            <div>
              <b className={styles.number}>{order.orderNumber}</b>
              <span>{packsWords(countPacks([order]))}</span>
              {order.parcelWeightInGrams && <b>Weight {parcelWords(order.parcelWeightInGrams)}</b>}
            </div>
            <QrCode
              className={styles.qr}
              text={order.orderNumber}
              label={`QR code of ${order.orderNumber}`}
            />
          </header>
          <address>
            <small>To</small>
            <b>{order.fullName}</b>
            <span>{order.deliveryAddress}</span>
            {order.state && (
              <span>
                {order.district}, {order.state}
              </span>
            )}
            <b className={styles.pincode}>{order.pincode}</b>
            <span>Mobile {order.mobileNumber}</span>
          </address>
          <footer>
            {isToCollect(order) ? (
              <b>
                Collect {Number.isInteger(order.total) ? formatPrice(order.total) : formatTotal(order.total)}{' '}
                in cash
              </b>
            ) : (
              <b>Nothing to collect</b>
            )}
            {sender && <span>From {sender}</span>}
          </footer>
        </article>
      ))}
    </div>
  );
}

function isToCollect({ paymentMethod, paymentStatus }: Order): boolean {
  return paymentMethod === 'cod' && paymentStatus === 'pending';
}
