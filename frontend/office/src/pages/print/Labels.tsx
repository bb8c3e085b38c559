import { useQuery } from '@tanstack/react-query';
import { formatPrice, formatTotal } from 'shared/rules/rupees';
import { saleDocumentsQuery } from '../../api/queries';
import type { Order } from '../../api/types';
import { countPacks, packsWords } from '../../rules/packs';
import { parcelWords } from '../../rules/parcel_weight';
import { useShop } from '../../session/use_shop';
import { QrCode } from 'shared/ui/QrCode';
import type { SheetsProps } from './sheets';
import styles from './print.module.css';

/** Address labels in A6: the address of each parcel, and the amount that the carrier collects. */
export function Labels({ orders }: SheetsProps) {
  const shop = useShop().data?.facts;
  const sender = shop && [shop.name, ...shop.addressLines].join(', ');
  const invoices = useQuery(saleDocumentsQuery(orders.map(({ orderId }) => orderId))).data;
  return (
    <div className={styles.sheets}>
      {orders.map((order) => (
        <article key={order.orderId} className={`${styles.sheet} ${styles.label}`}>
          <header>
            <div>
              <b className={styles.number}>{order.orderNumber}</b>
              <span>{packsWords(countPacks([order]))}</span>
              {order.parcelWeightInGrams && <b>Weight {parcelWords(order.parcelWeightInGrams)}</b>}
              {invoices?.has(order.orderId) && <span>Invoice {invoices.get(order.orderId)?.number}</span>}
            </div>
            <QrCode
              className={styles.qr}
              text={order.orderNumber}
              label={`QR code of ${order.orderNumber}`}
            />
          </header>
          <address data-long={lengthOf(order.deliveryAddress)}>
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
          <p className={styles.barcode}>Carrier’s barcode</p>
          <footer>
            {isToCollect(order) ? (
              <b>
                Collect {Number.isInteger(order.total) ? formatPrice(order.total) : formatTotal(order.total)}{' '}
                in cash
              </b>
            ) : (
              <b>Nothing to collect</b>
            )}
            {sender && (
              <span>
                From {sender}
                {shop.phone && `, phone ${shop.phone}`}
              </span>
            )}
          </footer>
        </article>
      ))}
    </div>
  );
}

/** Returns the length class of an address. A longer one is printed smaller, so that it fits the label. */
function lengthOf(address: string): 'long' | 'very long' | undefined {
  if (address.length > 200) return 'very long';
  return address.length > 45 ? 'long' : undefined;
}

function isToCollect({ paymentMethod, paymentStatus }: Order): boolean {
  return paymentMethod === 'cod' && paymentStatus === 'pending';
}
