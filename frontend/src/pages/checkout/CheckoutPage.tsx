import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { cartMessages } from '../../messages/cart';
import { notifyShoppingError } from '../../notify';
import { paths } from '../../paths';
import { useCart } from '../../stores/cart';
import CartPage from '../cart/CartPage';

/** The cart with the checkout open; an empty cart cannot be checked out. */
export default function CheckoutPage() {
  const navigate = useNavigate();
  // An order empties the cart, and is no reason to complain.
  const [refused] = useState(() => useCart.getState().items.length === 0);

  useEffect(() => {
    if (refused) notifyShoppingError(cartMessages.empty);
  }, [refused]);

  if (refused) return <Navigate to={paths.cart} replace />;
  return <CartPage checkoutOpen onCheckoutClose={() => navigate(paths.cart, { replace: true })} />;
}
