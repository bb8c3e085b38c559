import { useLayoutEffect, useRef, useState } from 'react';
import type { Order } from '../../api/types';
import { brand } from '#content/brand';
import { company } from '#content/company';
import { ordersWords } from '#words/orders';
import { notifyError, notifySuccess } from '../../notify';
import { statusLabel, type OrderAction, actionsOf } from '../../rules/order_life';
import button from 'shared/ui/button.module.css';
import { BuyAgain } from './BuyAgain';
import { Delivery } from './Delivery';
import { OrderContents } from './OrderContents';
import styles from './OrderView.module.css';
import { Timeline } from './Timeline';
import type { Outcome, Proof } from './use_cancel_or_return';
import { CancelOrReturnDialog } from './CancelOrReturnDialog';

const texts = ordersWords;

interface OrderViewProps {
  order: Order;
  proof: Proof;
  /** It was asked for on this page, and is what the shopper wants to hear of next. */
  takesFocus?: boolean;
  onChange: (order: Order) => void;
}

/** All about an order, and what the shopper may do with it now. */
export function OrderView({ order, proof, takesFocus = false, onChange }: OrderViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const outcome = useRef<Outcome>(undefined);
  const [action, setAction] = useState<OrderAction>('cancel');
  const [open, setOpen] = useState(false);

  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  function ask(kind: OrderAction) {
    setAction(kind);
    setOpen(true);
  }

  function end(told: Outcome) {
    outcome.current = told;
    setOpen(false);
    onChange(told.order);
  }

  // Once the dialog is closed: with it went its place for messages, and it gives the focus back to a button that is gone.
  useLayoutEffect(() => {
    const told = outcome.current;
    if (open || !told) return;
    outcome.current = undefined;
    heading.current?.focus();
    if (told.refusal) notifyError(told.refusal);
    else notifySuccess(texts.actions[action].done);
  }, [open, action]);

  return (
    <article className={styles.order} aria-labelledby="order-heading">
      <header className={styles.header}>
        <h2 ref={heading} id="order-heading" tabIndex={-1}>
          {texts.orderHeading(order.orderNumber)}
        </h2>
        <p>
          <b>{statusLabel(order.status)}</b> {texts.statusSentences[order.status]}
        </p>
      </header>
      <Timeline order={order} />
      <OrderContents order={order} />
      <Delivery order={order} />
      <div className={styles.actions}>
        <BuyAgain order={order} />
        {actionsOf(order).map((kind) => (
          <button
            key={kind}
            type="button"
            className={button.outline}
            aria-haspopup="dialog"
            onClick={() => ask(kind)}
          >
            {texts.actions[kind].ask}
          </button>
        ))}
        <p className={styles.help}>
          {texts.help} <a href={brand.phone.href}>{brand.phone.display}</a>{' '}
          <a href={company.mail.href}>{company.mail.display}</a>
        </p>
      </div>
      <CancelOrReturnDialog
        kind={action}
        open={open}
        order={order}
        proof={proof}
        onEnd={end}
        onClose={() => setOpen(false)}
      />
    </article>
  );
}
