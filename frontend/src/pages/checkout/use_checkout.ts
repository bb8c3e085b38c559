import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { placeOrder } from '../../api/client';
import { ApiError, shopperMessage } from '../../api/errors';
import { cartMessages } from '../../messages/cart';
import { checkoutMessages } from '../../messages/checkout';
import { notifyShoppingError, notifySuccess } from '../../notify';
import { paths } from '../../paths';
import { orderLines, totalPrice } from '../../rules/cart_items';
import {
  checkDetails,
  checkoutFields,
  type CheckoutDetails,
  type CheckoutProblems,
  firstProblem,
  trimDetails,
} from '../../rules/checkout';
import { clearCart, loadProducts, useCart } from '../../stores/cart';
import { finishAttempt, keyOf, useAttempt } from './attempt';

const PRICE_CHANGED = 409;

/** Checks the details and places the order. `onPlaced` closes the dialog before the shopper goes on. */
export function useCheckout(onPlaced: () => void) {
  const [problems, setProblems] = useState<CheckoutProblems>({});
  const [refusal, setRefusal] = useState('');
  const [placing, setPlacing] = useState(false);
  const running = useRef(false);
  const navigate = useNavigate();

  /** Answers what is wrong with the details, so that the form can move the focus there. */
  async function submit(): Promise<CheckoutProblems> {
    if (running.current) return {};
    const details = trimDetails(useAttempt.getState().details);
    const found = checkDetails(details);
    setProblems(found);
    setRefusal('');
    const first = firstProblem(found);
    if (first) {
      notifyShoppingError(found[first] ?? '');
      return found;
    }
    if (useCart.getState().items.length === 0) {
      notifyShoppingError(cartMessages.empty);
      return {};
    }
    running.current = true;
    setPlacing(true);
    try {
      await place(details);
      return {};
    } catch (error) {
      return refused(error);
    } finally {
      running.current = false;
      setPlacing(false);
    }
  }

  async function place(details: CheckoutDetails) {
    const { items } = useCart.getState();
    const order = { ...details, totalAmount: totalPrice(items), products: orderLines(items) };
    const { orderNumber } = await placeOrder(order, keyOf(order));
    clearCart();
    finishAttempt();
    onPlaced();
    notifySuccess(checkoutMessages.placed);
    navigate(paths.greeting, { state: { orderNumber } });
  }

  async function refused(error: unknown): Promise<CheckoutProblems> {
    const found = error instanceof ApiError ? problemsOf(error) : {};
    setProblems(found);
    setRefusal(shopperMessage(error));
    notifyShoppingError(shopperMessage(error));
    if (error instanceof ApiError && error.status === PRICE_CHANGED) {
      // The server has told what changed; should the list not come, the next try will be told again.
      await loadProducts({ fresh: true }).catch(() => {});
    }
    return found;
  }

  return { problems, refusal, placing, submit };
}

function problemsOf(error: ApiError): CheckoutProblems {
  const known = checkoutFields as readonly string[];
  const named = error.fieldErrors.filter(({ field }) => known.includes(field));
  return Object.fromEntries(named.map(({ field, message }) => [field, message]));
}
