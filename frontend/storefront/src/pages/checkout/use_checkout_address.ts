import { useEffect, useRef } from 'react';
import { type Location, matchPath, useLocation, useNavigate } from 'react-router';
import { isOver, over } from '../../navigation/RouteChange';
import { cartWords } from '#words/cart';
import { notifyShoppingError } from '../../messages/notify';
import { paths } from '../../paths';
import { useCart } from '../../stores/cart';

/** Opens and closes the checkout by its own address over the cart, so that a phone's Back closes it. */
export function useCheckoutAddress() {
  const navigate = useNavigate();
  const location = useLocation();
  const open = matchPath(paths.checkout, location.pathname) !== null;
  const leftFrom = useRef<Location>(undefined);

  useEffect(() => {
    // Not shown after an order, which also empties the cart: this runs only when the dialog opens.
    if (open && isCartEmpty()) {
      notifyShoppingError(cartWords.empty);
      navigate(paths.cart, { replace: true });
    }
  }, [open, navigate]);

  function show() {
    // Another tab may have just emptied the cart.
    if (isCartEmpty()) return notifyShoppingError(cartWords.empty);
    // The second tap of a double tap comes before the page has changed.
    if (leftFrom.current === location) return;
    leftFrom.current = location;
    navigate(paths.checkout, { state: over(paths.cart) });
  }

  function leave() {
    if (isOver(location, paths.cart)) navigate(-1);
    else navigate(paths.cart, { replace: true });
  }

  return { open, show, leave };
}

function isCartEmpty(): boolean {
  return useCart.getState().items.length === 0;
}
