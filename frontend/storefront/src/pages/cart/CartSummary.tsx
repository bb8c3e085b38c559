import { cartWords } from '#words/cart';
import { PincodeBox } from '../../delivery/PincodeBox';
import { totalPrice } from '../../rules/cart_items';
import { formatTotal } from 'shared/rules/rupees';
import { useCart } from '../../stores/cart';
import button from 'shared/ui/button.module.css';
import styles from './CartSummary.module.css';

/** What the cart costs, and the two things to do with all of it. */
export function CartSummary({ onClear, onCheckout }: { onClear: () => void; onCheckout: () => void }) {
  const items = useCart((state) => state.items);
  const texts = cartWords;
  return (
    <section className={styles.summary} aria-label={texts.total}>
      <p className={styles.total}>
        <span>{texts.total}</span>
        <b data-testid="cart-total">{formatTotal(totalPrice(items))}</b>
      </p>
      <PincodeBox />
      <p className={styles.note}>{texts.deliveryNote}</p>
      <button type="button" className={button.primary} aria-haspopup="dialog" onClick={onCheckout}>
        {texts.checkOut}
      </button>
      <button type="button" className={button.quiet} aria-haspopup="dialog" onClick={onClear}>
        {texts.clear}
      </button>
    </section>
  );
}
