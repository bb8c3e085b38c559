import { useEffect } from 'react';
import { keepPincode, recallPincode, usePincode } from '../../delivery/pincode';
import { useDelivery } from '../../delivery/use_delivery';
import { totalPrice } from '../../rules/cart_items';
import { chargesOf, isOffered, pincodeDigits } from '../../rules/delivery';
import { useCart } from '../../stores/cart';
import { setDetail, setPaymentMethod, useAttempt } from './attempt';

export type Payment = ReturnType<typeof usePayment>;

/** How the order is paid and what that costs where it goes. What the shop knows of the shopper's pincode is filled in. */
export function usePayment(open: boolean) {
  const chosen = useAttempt((state) => state.paymentMethod);
  const pincode = pincodeDigits(useAttempt((state) => state.details.pincode));
  const known = usePincode((state) => state.pincode);
  const { quote, problem, askAgain } = useDelivery(open ? pincode : '');
  const goods = useCart((state) => totalPrice(state.items));

  useEffect(() => {
    if (open) recallPincode();
  }, [open]);

  useEffect(() => {
    // Whoever takes it out again wants another.
    if (open && known && !useAttempt.getState().details.pincode) setDetail('pincode', known);
  }, [open, known]);

  useEffect(() => {
    if (quote) keepPincode(pincode);
  }, [quote, pincode]);

  return {
    quote,
    problem,
    /** What the lines cost, in rupees. */
    goods,
    chosen,
    /** What the chosen way costs beside the lines; nothing is known before the quote is there, nor where it is not offered. */
    charges: quote && isOffered(chosen, quote, goods) ? chargesOf(chosen, quote) : undefined,
    choose: setPaymentMethod,
    askAgain,
  };
}
