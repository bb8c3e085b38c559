import { useState } from 'react';
import { Link } from 'react-router';
import { shopperMessage } from '../../api/errors';
import type { Order, OrderedLine } from '../../api/types';
import { ordersWords } from '#words/orders';
import { notifyShoppingError } from '../../messages/notify';
import { paths } from '../../paths';
import type { Again } from '../../rules/buy_again';
import { countItems } from '../../rules/cart_items';
import { packLabel } from '../../rules/weight';
import { putIntoCartAgain } from '../../stores/buy_again';
import button from 'shared/ui/button.module.css';
import styles from './BuyAgain.module.css';

const texts = ordersWords;

/** A button that adds the packs of an order to the cart again, and a list of those that are not available. */
export function BuyAgain({ order }: { order: Order }) {
  const [again, setAgain] = useState<Again>();
  const [running, setRunning] = useState(false);

  async function buy() {
    if (running) return;
    setRunning(true);
    try {
      setAgain(await putIntoCartAgain(order.lines));
    } catch (error) {
      notifyShoppingError(shopperMessage(error));
    }
    setRunning(false);
  }

  return (
    <div className={styles.again}>
      <button
        type="button"
        className={button.outline}
        aria-label={`${texts.buyAgain}: ${texts.orderHeading(order.orderNumber)}`}
        aria-disabled={running || undefined}
        onClick={buy}
      >
        {running ? texts.buyingAgain : texts.buyAgain}
      </button>
      <div role="status">{again && <Outcome again={again} />}</div>
    </div>
  );
}

function Outcome({ again: { items, missing } }: { again: Again }) {
  const count = countItems(items);
  return (
    <div className={styles.outcome}>
      <p>
        {count > 0 ? texts.bought(count) : texts.boughtNothing}{' '}
        {count > 0 && <Link to={paths.cart}>{texts.toCart}</Link>}
      </p>
      <ul>
        {missing.map(({ line, added, why }) => (
          <li key={packOf(line)}>{texts.missing[why](packOf(line), added)}</li>
        ))}
      </ul>
    </div>
  );
}

function packOf({ productName, weightInGrams }: OrderedLine): string {
  return `${productName}, ${packLabel(weightInGrams)}`;
}
