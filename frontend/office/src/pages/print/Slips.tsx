import { formatDay } from 'shared/rules/moment';
import { batchesWords, packsOfLine } from '../../rules/batches';
import { countPacks, packsWords, weightWords } from '../../rules/packs';
import { parcelWords } from '../../rules/parcel_weight';
import { useShopName } from '../../session/use_shop';
import { QrCode } from 'shared/ui/QrCode';
import table from '../../ui/table.module.css';
import type { SheetsProps } from './sheets';
import styles from './print.module.css';

/** Packing slips: the content of each parcel, for the packer and the shopper. */
export function Slips({ orders, reserved }: SheetsProps) {
  const shopName = useShopName();
  return (
    <div className={styles.sheets}>
      {orders.map((order) => (
        <article key={order.orderId} className={`${styles.sheet} ${styles.slip}`}>
          <header>
            <div>
              <h2>{shopName}</h2>
              <b className={styles.number}>{order.orderNumber}</b>
              <span>Ordered on {formatDay(order.placedAt)}</span>
            </div>
            <QrCode
              className={styles.qr}
              text={order.orderNumber}
              label={`QR code of ${order.orderNumber}`}
            />
          </header>
          <p>
            For <b>{order.fullName}</b>, {order.deliveryAddress}, {order.pincode}
          </p>
          <table className={table.table}>
            <thead>
              <tr>
                <th data-tight="">✓</th>
                <th>Pack</th>
                <th>Code</th>
                <th data-align="end">Packs</th>
              </tr>
            </thead>
            <tbody>
              {order.lines.map((line) => {
                const batches = batchesWords(packsOfLine(reserved.get(order.orderId) ?? [], line));
                return (
                  <tr key={`${line.productId} ${line.weightInGrams}`}>
                    <td>□</td>
                    <td>
                      <b>
                        {line.productName} {weightWords(line.weightInGrams)}
                      </b>
                      {batches && <small className={styles.batch}>{batches}</small>}
                    </td>
                    <td>{line.sku}</td>
                    <td data-align="end">
                      <b>{line.quantity}</b>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <footer>
            <b>
              {packsWords(countPacks([order]))}
              {order.parcelWeightInGrams && `, parcel ${parcelWords(order.parcelWeightInGrams)}`}
            </b>
            <span>Something missing or broken? Write to us with the order’s number.</span>
          </footer>
        </article>
      ))}
    </div>
  );
}
