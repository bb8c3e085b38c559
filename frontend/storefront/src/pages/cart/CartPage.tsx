import { Link } from 'react-router';
import { usePageHead } from '../../navigation/use_page_head';
import { cartWords } from '#words/cart';
import { selectCount, useCart } from '../../stores/cart';
import { CheckoutDialog } from '../checkout/CheckoutDialog';
import { useCheckoutAddress } from '../checkout/use_checkout_address';
import { CartRow } from './CartRow';
import { useCartQuestions } from './use_cart_questions';
import { PincodeBox } from '../../delivery/PincodeBox';
import { totalPrice } from '../../rules/cart_items';
import { formatTotal } from 'shared/rules/rupees';
import button from 'shared/ui/button.module.css';
import { generalWords } from '#words/general';
import { paths } from '../../paths';
import styles from './CartPage.module.css';

/** The cart page, with the checkout dialog over it. */
export default function CartPage() {
  usePageHead(cartWords.title, cartWords.description);
  const items = useCart((state) => state.items);
  const count = useCart(selectCount);
  const checkout = useCheckoutAddress();
  const { cart, remove, askRemove, askClear, dialog } = useCartQuestions();

  return (
    <div ref={cart} className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>{cartWords.heading(count)}</h1>
      {items.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className={styles.columns}>
          <ul className={styles.rows}>
            {items.map((item) => (
              <CartRow
                key={`${item._id} ${item.selectedWeight}`}
                item={item}
                onRemove={() => remove(item)}
                onAskRemove={() => askRemove(item)}
              />
            ))}
          </ul>
          <CartSummary onClear={askClear} onCheckout={checkout.show} />
        </div>
      )}
      {dialog}
      <CheckoutDialog open={checkout.open && items.length > 0} onRemove={remove} onClose={checkout.leave} />
    </div>
  );
}

/** The total of the cart, and the buttons to clear it and to check out. */
function CartSummary({ onClear, onCheckout }: { onClear: () => void; onCheckout: () => void }) {
  const items = useCart((state) => state.items);
  const texts = cartWords;
  return (
    <section className={styles.summary} aria-label={texts.total}>
      <p className={styles.total}>
        <span>{texts.total}</span>
        <b data-testid="cart-total">{formatTotal(totalPrice(items))}</b>
      </p>
      <PincodeBox />
      <button type="button" className={button.primary} aria-haspopup="dialog" onClick={onCheckout}>
        {texts.checkOut}
      </button>
      <button type="button" className={button.quiet} aria-haspopup="dialog" onClick={onClear}>
        {texts.clear}
      </button>
    </section>
  );
}

/** The notice for an empty cart. */
function EmptyCart() {
  return (
    <div className={styles.empty}>
      <img src="/favicon.svg" alt="" width={96} height={96} />
      <p>{cartWords.emptyText}</p>
      <Link className={button.primary} to={paths.home}>
        {generalWords.continueShopping}
      </Link>
    </div>
  );
}
