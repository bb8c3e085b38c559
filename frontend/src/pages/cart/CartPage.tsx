import { useState } from 'react';
import { usePageHead } from '../../chrome/use_page_head';
import { cartMessages } from '../../messages/cart';
import { notifyShoppingError } from '../../notify';
import { selectCount, useCart } from '../../stores/cart';
import { CheckoutDialog } from '../checkout/CheckoutDialog';
import styles from './CartPage.module.css';
import { CartRow } from './CartRow';
import { CartSummary } from './CartSummary';
import { EmptyCart } from './EmptyCart';
import { useCartQuestions } from './use_cart_questions';

interface CartPageProps {
  /** Opens the checkout with the page. */
  checkoutOpen?: boolean;
  /** Told when the shopper leaves the checkout. */
  onCheckoutClose?: () => void;
}

/** What the shopper is about to buy. */
export default function CartPage({ checkoutOpen = false, onCheckoutClose }: CartPageProps) {
  usePageHead(cartMessages.title, cartMessages.deliveryNote);
  const items = useCart((state) => state.items);
  const count = useCart(selectCount);
  const [checkingOut, setCheckingOut] = useState(checkoutOpen);
  const { askRemove, askClear, dialog } = useCartQuestions();

  function openCheckout() {
    // Another tab may have emptied the cart a moment ago.
    if (useCart.getState().items.length === 0) notifyShoppingError(cartMessages.empty);
    else setCheckingOut(true);
  }

  function closeCheckout() {
    setCheckingOut(false);
    onCheckoutClose?.();
  }

  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{cartMessages.heading(count)}</h1>
      {items.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className={styles.columns}>
          <ul className={styles.rows}>
            {items.map((item) => (
              <CartRow
                key={`${item._id} ${item.selectedWeight}`}
                item={item}
                onRemove={() => askRemove(item)}
              />
            ))}
          </ul>
          <CartSummary onClear={askClear} onCheckout={openCheckout} />
        </div>
      )}
      {dialog}
      <CheckoutDialog open={checkingOut} onClose={closeCheckout} />
    </div>
  );
}
