import { useNavigate } from 'react-router';
import { placeOrder } from '../../api/client';
import { ApiError, shopperMessage } from '../../api/errors';
import type { Charge } from '../../api/types';
import { formatTotal } from 'shared/rules/rupees';
import { useForm } from '../../forms/use_form';
import { cartWords } from '#words/cart';
import { deliveryWords } from '#words/delivery';
import { checkoutWords } from '#words/checkout';
import { notifyShoppingError, notifySuccess } from '../../messages/notify';
import { quoteOf } from '../../delivery/use_delivery';
import { paths } from '../../paths';
import { totalPrice } from '../../rules/cart_items';
import { checkDetails, type CheckoutDetails, checkoutFields, sentDetails } from '../../rules/checkout';
import { chargesOf, sumOf } from '../../rules/delivery';
import { orderLines, quoteItems } from '../../rules/order_lines';
import { paymentPath } from '../../rules/payment_path';
import { changeCart, loadProducts, useCart } from '../../stores/cart';
import { takeOrdered } from '../../stores/cart_changes';
import { takeOverLeft } from '../../stores/packs_left';
import { keepProof } from '../../stores/payment_proof';
import { finishAttempt, keyOf, setDetail, useAttempt } from './attempt';
import { refusalOf } from './method_words';
import type { Payment } from './use_payment';

/** The status for changed prices or too few packs. */
const CONFLICT = 409;

/** Checks the details and places the order. */
export function useCheckout(payment: Payment, onPlaced: () => void) {
  const navigate = useNavigate();

  async function place(details: CheckoutDetails) {
    const { items } = useCart.getState();
    // Another tab may have emptied the cart.
    if (items.length === 0) return notifyShoppingError(cartWords.empty);
    const sent = sentDetails(details);
    const order = {
      ...sent,
      totalAmount: totalPrice(items) + sumOf(await chargesAt(sent.pincode, totalPrice(items))),
      products: orderLines(items),
      paymentMethod: payment.chosen,
    };
    const { orderNumber, paymentMethod, latestOn } = await placeOrder(order, keyOf(order));
    takeOrdered(items);
    finishAttempt();
    onPlaced();
    notifySuccess(checkoutWords.placed);
    // Replaces the checkout in the history, so that Back leads to the cart.
    if (paymentMethod === 'online') {
      keepProof(orderNumber, order.mobilenumber);
      navigate(paymentPath(orderNumber, {}), { replace: true });
    } else navigate(paths.greeting, { replace: true, state: { orderNumber, latestOn } });
  }

  /** The charges of the chosen payment method at a pincode. Rejects if it is not offered, or if its cost was not shown yet. */
  async function chargesAt(pincode: string, goods: number): Promise<Charge[]> {
    const { chosen } = payment;
    const quote = payment.quote ?? (await quoteOf(pincode));
    const why = refusalOf(chosen, quote, goods);
    if (why) throw new Error(deliveryWords.methods.chooseAnother(why));
    const charges = chargesOf(chosen, quote);
    if (!payment.quote && charges.length > 0)
      throw new Error(deliveryWords.checkTotal(formatTotal(goods + sumOf(charges))));
    return charges;
  }

  return useForm({
    fields: checkoutFields,
    values: useAttempt((state) => state.details),
    setField: setDetail,
    check: checkDetails,
    send: place,
    refusalOf: shopperMessage,
    onRefusal(error) {
      if (!isConflict(error)) return;
      takeOver(error);
      payment.askAgain();
    },
    notify: notifyShoppingError,
  });
}

function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === CONFLICT;
}

/** Takes over prices and packs left from a refused order. The product list, which is older at first, follows for the other pages. */
function takeOver(error: ApiError): void {
  const { quotes, left } = error.data;
  if (left) takeOverLeft(left);
  if (quotes) changeCart((items) => quoteItems(items, quotes).items);
  // The refusal has told what changed. If the list does not load, the next try is refused again.
  loadProducts({ fresh: true }).catch(() => {});
}
