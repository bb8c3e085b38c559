import { Link } from 'react-router';
import type { Order, OrderedLine } from '../../api/types';
import { ordersWords } from '#words/orders';
import { paths } from '../../paths';
import { formatDay } from 'shared/rules/moment';
import { statusLabel } from '../../rules/order_life';
import { formatTotal } from 'shared/rules/rupees';
import { packLabel } from '../../rules/weight';
import { Picture } from '../../ui/Picture';
import { plateClass } from '../../ui/plate';
import { BuyAgain } from './BuyAgain';
import styles from './OrderCard.module.css';

const texts = ordersWords;

/** An order among others, with the way to all about it. */
export function OrderCard({ order, photo }: { order: Order; photo: string | null | undefined }) {
  const { orderNumber, placedAt, status, totalAmount, lines } = order;
  const [first] = lines;
  return (
    <li className={styles.card}>
      <div className={`${styles.plate} ${plateClass(first?.productId ?? orderNumber)}`}>
        <Picture photo={photo} alt="" width={96} height={120} sizes="96px" />
      </div>
      <div className={styles.words}>
        <h2>
          <Link to={paths.order(orderNumber)}>{texts.orderHeading(orderNumber)}</Link>
        </h2>
        <p>
          <b>{statusLabel(status)}</b> <time dateTime={placedAt}>{texts.placedOn(formatDay(placedAt))}</time>
        </p>
        {first && <p>{texts.contents(packsOf(first), lines.length - 1)}</p>}
        <p className={styles.total}>
          <span className="visuallyHidden">{texts.total} </span>
          {formatTotal(totalAmount)}
        </p>
      </div>
      <BuyAgain order={order} />
    </li>
  );
}

function packsOf({ productName, weightInGrams, quantity }: OrderedLine): string {
  return texts.packs(productName, packLabel(weightInGrams), quantity);
}
