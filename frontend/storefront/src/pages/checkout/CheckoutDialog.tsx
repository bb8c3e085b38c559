import { type HTMLAttributes, useEffect, useState } from 'react';
import { checkoutWords } from '#words/checkout';
import { deliveryWords } from '#words/delivery';
import { FormRefusal } from 'shared/forms/FormRefusal';
import { paths } from '../../paths';
import { preloadPage } from '../../navigation/preload';
import type { CartItem } from '../../rules/cart_items';
import type { CheckoutField } from '../../rules/checkout';
import { useCart } from '../../stores/cart';
import button from 'shared/ui/button.module.css';
import { Dialog } from '../../ui/Dialog';
import { Field } from 'shared/ui/Field';
import styles from './CheckoutDialog.module.css';
import { OrderSummary } from './OrderSummary';
import { PaymentChoice } from './PaymentChoice';
import { useCheckout } from './use_checkout';
import { usePayment } from './use_payment';

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
  { name: 'fullname', label: texts.fullName, autoComplete: 'name' },
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
  /** Takes out a line that cannot be bought. */
  onRemove: (item: CartItem) => void;
  onClose: () => void;
}

/** Asks where the order goes, and places it. */
export function CheckoutDialog({ open, onRemove, onClose }: CheckoutDialogProps) {
  const payment = usePayment(open);
  const [placed, setPlaced] = useState(false);
  if (placed && !open) setPlaced(false);
  const { control, onSubmit, refusal, sending } = useCheckout(payment, () => setPlaced(true));

  // By the time the order is placed the connection may be bad.
  useEffect(() => {
    if (open) preloadPage(paths.greeting);
  }, [open]);

  function remove(item: CartItem) {
    onRemove(item);
    // Nothing is left to be ordered.
    if (useCart.getState().items.length === 0) onClose();
  }

  return (
    <Dialog open={open && !placed} title={texts.title} shape="sheet" busy={sending} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        {fields.map(({ name, ...field }) => (
          <Field key={name} {...field} {...control(name)} autoFocusInDialog={name === 'fullname'} />
        ))}
        <PaymentChoice payment={payment} locked={sending} />
        <OrderSummary charges={payment.charges} onRemove={remove} />
        <p className={styles.note}>{payment.method ? deliveryWords.included : texts.note}</p>
        <FormRefusal refusal={refusal} className={styles.refusal} />
        <button type="submit" className={button.primary} aria-disabled={sending || undefined}>
          {sending ? texts.placing : texts.submit}
        </button>
      </form>
    </Dialog>
  );
}
