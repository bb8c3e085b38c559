import { useEffect, useRef, useState, type HTMLAttributes } from 'react';
import { checkoutWords } from '#words/checkout';
import { deliveryWords } from '#words/delivery';
import { FormRefusal } from 'shared/forms/FormRefusal';
import { paths } from '../../paths';
import { preloadPage } from '../../navigation/preload';
import { totalPrice, type CartItem } from '../../rules/cart_items';
import type { CheckoutField } from '../../rules/checkout';
import { useCart } from '../../stores/cart';
import button from 'shared/ui/button.module.css';
import { Dialog } from '../../ui/Dialog';
import { Field } from 'shared/ui/Field';
import { PaymentChoice } from './PaymentChoice';
import { SavedAddressChoice } from './SavedAddressChoice';
import { useCheckout } from './use_checkout';
import { usePayment } from './use_payment';
import { cartWords } from '#words/cart';
import type { Charge } from '../../api/types';
import { notifySuccess } from '../../messages/notify';
import { sumOf } from '../../rules/delivery';
import { formatPrice, formatTotal } from 'shared/rules/rupees';
import { packLabel } from '../../rules/weight';
import { setQuantity } from '../../stores/cart_changes';
import { usePacksLeft } from '../../stores/packs_left';
import { LineStock } from '../cart/LineStock';
import styles from './CheckoutDialog.module.css';

const texts = checkoutWords;

interface FieldSetup {
  name: CheckoutField;
  label: string;
  hint?: string;
  autoComplete: string;
  type?: 'email' | 'tel';
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  multiline?: boolean;
}

const fields: readonly FieldSetup[] = [
  { name: 'fullname', label: texts.fullName, hint: texts.nameHint, autoComplete: 'name' },
  {
    name: 'email',
    label: texts.email,
    hint: texts.emailHint,
    autoComplete: 'email',
    type: 'email',
    inputMode: 'email',
  },
  {
    name: 'mobilenumber',
    label: texts.mobileNumber,
    hint: texts.mobileHint,
    autoComplete: 'tel-national',
    type: 'tel',
    inputMode: 'numeric',
  },
  { name: 'deliveryAddress', label: texts.deliveryAddress, autoComplete: 'street-address', multiline: true },
  { name: 'pincode', label: texts.pincode, autoComplete: 'postal-code', inputMode: 'numeric' },
];

interface CheckoutDialogProps {
  open: boolean;
  /** Removes a line that cannot be bought. */
  onRemove: (item: CartItem) => void;
  onClose: () => void;
}

/** The checkout dialog: asks for the details and places the order. */
export function CheckoutDialog({ open, onRemove, onClose }: CheckoutDialogProps) {
  const payment = usePayment(open);
  const [placed, setPlaced] = useState(false);
  if (placed && !open) setPlaced(false);
  const { control, onSubmit, refusal, forgetRefusal, sending } = useCheckout(payment, () => setPlaced(true));

  // Loads the next page's code early, because the connection may be bad later.
  const next = payment.chosen === 'online' ? paths.payment : paths.greeting;
  useEffect(() => {
    if (open) preloadPage(next);
  }, [open, next]);

  // The refusal may be outdated when the dialog opens again.
  useEffect(() => {
    if (!open) forgetRefusal();
  }, [open, forgetRefusal]);

  function remove(item: CartItem) {
    onRemove(item);
    // Closes the dialog if the cart is empty.
    if (useCart.getState().items.length === 0) onClose();
  }

  return (
    <Dialog open={open && !placed} title={texts.title} shape="sheet" busy={sending} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <SavedAddressChoice open={open} locked={sending} />
        {fields.map(({ name, ...field }) => (
          <Field key={name} {...field} {...control(name)} autoFocusInDialog={name === 'fullname'} />
        ))}
        <PaymentChoice payment={payment} locked={sending} />
        <OrderSummary charges={payment.charges ?? []} onRemove={remove} />
        <p className={styles.note}>{payment.charges ? deliveryWords.included : texts.note}</p>
        <FormRefusal refusal={refusal} />
        <button type="submit" className={button.primary} aria-disabled={sending || undefined}>
          {sending ? texts.placing : texts.submit}
        </button>
      </form>
    </Dialog>
  );
}

interface OrderSummaryProps {
  /** The charges besides the lines. */
  charges: readonly Charge[];
  onRemove: (item: CartItem) => void;
}

/** The ordered lines and the total. Sold-out lines can be corrected here. */
function OrderSummary({ charges, onRemove }: OrderSummaryProps) {
  const items = useCart((state) => state.items);
  const heading = useRef<HTMLHeadingElement>(null);

  function change(item: CartItem, quantity: number) {
    heading.current?.focus();
    setQuantity(item, quantity);
    notifySuccess(cartWords.quantityUpdated);
  }

  function remove(item: CartItem) {
    heading.current?.focus();
    onRemove(item);
  }

  return (
    <section className={styles.summary} aria-labelledby="summary-heading">
      <h3 ref={heading} id="summary-heading" tabIndex={-1}>
        {texts.summary}
      </h3>
      <ul>
        {items.map((item) => (
          <SummaryLine
            key={`${item._id} ${item.selectedWeight}`}
            item={item}
            onChange={(quantity) => change(item, quantity)}
            onRemove={() => remove(item)}
          />
        ))}
        {charges.map(({ kind, amount }) => (
          <li key={kind}>
            <span>{deliveryWords.charges[kind]}</span>
            <span>{formatPrice(amount)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        <span>{texts.total}</span>
        <b data-testid="order-total">{formatTotal(totalPrice(items) + sumOf(charges))}</b>
      </p>
    </section>
  );
}

interface SummaryLineProps {
  item: CartItem;
  onChange: (quantity: number) => void;
  onRemove: () => void;
}

function SummaryLine({ item, onChange, onRemove }: SummaryLineProps) {
  const left = usePacksLeft(item);
  return (
    <li>
      <span>
        {item.productName}, {packLabel(item.selectedWeight)} × {item.quantity}
      </span>
      <span>{formatPrice(item.price * item.quantity)}</span>
      {item.quantity > left && <LineStock item={item} left={left} onChange={onChange} onRemove={onRemove} />}
    </li>
  );
}
