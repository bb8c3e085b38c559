import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { placeOrder } from '../../api/client';
import { ApiError, shopperMessage } from '../../api/errors';
import { cartMessages } from '../../messages/cart';
import { checkoutMessages } from '../../messages/checkout';
import { notifyShoppingError, notifySuccess } from '../../notify';
import { paths } from '../../paths';
import { totalPrice } from '../../rules/cart_items';
import {
  checkDetails,
  checkoutFields,
  type CheckoutProblems,
  firstProblem,
  sentDetails,
} from '../../rules/checkout';
import { orderLines, quoteItems } from '../../rules/order_lines';
import { changeCart, loadProducts, useCart } from '../../stores/cart';
import { clearCart } from '../../stores/cart_changes';
import { useProblems } from '../../ui/use_problems';
import { finishAttempt, keyOf, useAttempt } from './attempt';

const PRICE_CHANGED = 409;

/** Checks the details and places the order; the cart it empties closes the dialog. */
export function useCheckout() {
  const details = useAttempt((state) => state.details);
  const { problems, setProblems } = useProblems(details, checkDetails);
  const [refusal, setRefusal] = useState('');
  const [placing, setPlacing] = useState(false);
  const running = useRef(false);
  const navigate = useNavigate();

  /** Answers what is wrong with the details, so that the form can move the focus there. */
  async function submit(): Promise<CheckoutProblems> {
    if (running.current) return {};
    const found = checkDetails(details);
    setProblems(found, details);
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
      await place();
      return {};
    } catch (error) {
      return refused(error);
    } finally {
      running.current = false;
      setPlacing(false);
    }
  }

  async function place() {
    const { items } = useCart.getState();
    const order = { ...sentDetails(details), totalAmount: totalPrice(items), products: orderLines(items) };
    const { orderNumber } = await placeOrder(order, keyOf(order));
    clearCart();
    finishAttempt();
    notifySuccess(checkoutMessages.placed);
    // Going back from there leads to the cart, not to a checkout of nothing.
    navigate(paths.greeting, { replace: true, state: { orderNumber } });
  }

  async function refused(error: unknown): Promise<CheckoutProblems> {
    const found = error instanceof ApiError ? problemsOf(error) : {};
    setProblems(found, details);
    setRefusal(shopperMessage(error));
    notifyShoppingError(shopperMessage(error));
    if (error instanceof ApiError && error.status === PRICE_CHANGED) {
      const { quotes } = error.data;
      if (quotes) changeCart((items) => quoteItems(items, quotes).items);
      // The server has told what changed; should the list not come, the next try will be told again.
      else await loadProducts({ fresh: true }).catch(() => {});
    }
    return found;
  }

  return { details, problems, refusal, placing, submit };
}

function problemsOf(error: ApiError): CheckoutProblems {
  const known = checkoutFields as readonly string[];
  const named = error.fieldErrors.filter(({ field }) => known.includes(field));
  return Object.fromEntries(named.map(({ field, message }) => [field, message]));
}
