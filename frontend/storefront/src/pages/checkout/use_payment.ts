import { useEffect } from 'react';
import { keepPincode, recallPincode, usePincode } from '../../delivery/pincode';
import { useDelivery } from '../../delivery/use_delivery';
import { totalPrice } from '../../rules/cart_items';
import { chargesOf, isOffered, pincodeDigits } from '../../rules/delivery';
import { useCart } from '../../stores/cart';
import { setDetail, setPaymentMethod, useAttempt } from './attempt';

export type Payment = ReturnType<typeof usePayment>;

/** The payment method of the order and its charges. Fills in the remembered pincode. */
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
    // If the shopper clears it, it is not filled in again.
    if (open && known && !useAttempt.getState().details.pincode) setDetail('pincode', known);
  }, [open, known]);

  useEffect(() => {
    if (quote) keepPincode(pincode);
  }, [quote, pincode]);

  return {
    quote,
    problem,
    /** The price of the lines, in rupees. */
    goods,
    chosen,
    /** The charges of the chosen method; undefined before the quote arrives, or if the method is not offered. */
    charges: quote && isOffered(chosen, quote, goods) ? chargesOf(chosen, quote) : undefined,
    choose: setPaymentMethod,
    askAgain,
  };
}
