import { useId } from 'react';
import type { Order } from '../../api/types';
import { FormRefusal } from 'shared/forms/FormRefusal';
import { ordersWords } from '#words/orders';
import type { OrderAction } from '../../rules/order_life';
import button from 'shared/ui/button.module.css';
import { Dialog } from '../../ui/Dialog';
import { Field } from 'shared/ui/Field';
import styles from './CancelOrReturnDialog.module.css';
import { type Outcome, type Proof, useCancelOrReturn } from './use_cancel_or_return';

interface CancelOrReturnDialogProps {
  kind: OrderAction;
  open: boolean;
  order: Order;
  proof: Proof;
  /** The order went on, by this wish or without it. */
  onEnd: (outcome: Outcome) => void;
  onClose: () => void;
}

/** Asks before an order is cancelled, and why it is to come back. */
export function CancelOrReturnDialog({
  kind,
  open,
  order,
  proof,
  onEnd,
  onClose,
}: CancelOrReturnDialogProps) {
  const texts = ordersWords.actions[kind];
  const textId = useId();
  const { control, onSubmit, refusal, sending } = useCancelOrReturn({ kind, order, proof, onEnd });
  const isReturn = kind === 'return';
  return (
    <Dialog open={open} title={texts.title} describedBy={textId} busy={sending} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <p id={textId}>{texts.text}</p>
        {isReturn && (
          <Field
            {...control('reason')}
            label={ordersWords.reason}
            hint={ordersWords.reasonHint}
            autoComplete="off"
            multiline
            autoFocusInDialog
          />
        )}
        <FormRefusal refusal={refusal} className={styles.refusal} />
        <div className={styles.buttons}>
          <button
            type="button"
            className={button.outline}
            data-autofocus={!isReturn || undefined}
            disabled={sending}
            onClick={onClose}
          >
            {texts.keep}
          </button>
          <button type="submit" className={button.primary} aria-disabled={sending || undefined}>
            {sending ? texts.submitting : texts.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
