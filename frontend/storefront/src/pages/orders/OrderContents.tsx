import { Link } from 'react-router';
import type { Order, OrderedLine } from '../../api/types';
import { deliveryWords } from '#words/delivery';
import { ordersWords } from '#words/orders';
import { paths } from '../../paths';
import { codeLabel } from 'shared/rules/code_label';
import { formatPrice, formatTotal } from 'shared/rules/rupees';
import { packLabel } from '../../rules/weight';
import { useCardsOf } from '../../stores/cards_of';
import styles from './OrderContents.module.css';

/** What an order holds, what was charged besides, and the total. */
export function OrderContents({ order }: { order: Order }) {
  const cards = useCardsOf(order.lines.map(({ productId }) => productId));
  return (
    <section className={styles.contents} aria-labelledby="order-lines">
      <h3 id="order-lines">{ordersWords.lines}</h3>
      <ul>
        {order.lines.map((line) => (
          <Line
            key={`${line.productId} ${line.weightInGrams}`}
            line={line}
            isSold={cards.has(line.productId)}
          />
        ))}
      </ul>
      {order.charges.map(({ kind, label, amount }) => (
        <p key={kind} className={styles.sum}>
          <span>{deliveryWords.charges[kind] ?? label}</span>
          <span>{formatTotal(amount)}</span>
        </p>
      ))}
      <p className={`${styles.sum} ${styles.total}`}>
        <span>{ordersWords.total}</span>
        <b data-testid="order-total">{formatTotal(order.totalAmount)}</b>
      </p>
      <p className={styles.payment}>
        {deliveryWords.paid[order.paymentMethod] ?? codeLabel(order.paymentMethod)}
      </p>
    </section>
  );
}

function Line({ line, isSold }: { line: OrderedLine; isSold: boolean }) {
  const { productId, productName, weightInGrams, quantity, price } = line;
  return (
    <li>
      <span className={styles.name}>
        {isSold ? <Link to={paths.product(productId)}>{productName}</Link> : productName}
        {`, ${packLabel(weightInGrams)} × ${quantity}`}
        <small>
          {formatPrice(price)} {ordersWords.each}
        </small>
      </span>
      <span className={styles.amount}>
        <span className="visuallyHidden">{ordersWords.lineTotal} </span>
        {formatTotal(price * quantity)}
      </span>
    </li>
  );
}
