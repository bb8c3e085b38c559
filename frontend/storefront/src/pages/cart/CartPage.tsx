import { usePageHead } from '../../navigation/use_page_head';
import { cartWords } from '#words/cart';
import { selectCount, useCart } from '../../stores/cart';
import { CheckoutDialog } from '../checkout/CheckoutDialog';
import { useCheckoutAddress } from '../checkout/use_checkout_address';
import styles from './CartPage.module.css';
import { CartRow } from './CartRow';
import { CartSummary } from './CartSummary';
import { EmptyCart } from './EmptyCart';
import { useCartQuestions } from './use_cart_questions';

/** What the shopper is about to buy, and the checkout over it. */
export default function CartPage() {
  usePageHead(cartWords.title, cartWords.deliveryNote);
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
