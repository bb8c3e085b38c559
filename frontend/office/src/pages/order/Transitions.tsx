import { useState } from 'react';
import { formatTotal } from 'shared/rules/rupees';
import { keepFocus } from 'shared/ui/keep_focus';
import { transitionOrder } from '../../api/calls';
import { orderInConflict, wordsOf } from '../../api/errors';
import { orderChanged, orderRefused } from '../../api/query_client';
import type { Order, TransitionDetails } from '../../api/types';
import { notifyDone, notifyFailed } from '../../messages/notify';
import { STATES } from '../../rules/order_states';
import { isUnpaid, moneyInTheWay } from '../../rules/payments';
import { consequenceOf, type Transition, transitionsOf } from '../../rules/transitions';
import button from '../../ui/button.module.css';
import styles from './order.module.css';
import { TransitionDialog } from './TransitionDialog';

/** The status changes that an unpaid online order has to wait for. */
const GOES_ON: ReadonlySet<Transition['to']> = new Set(['confirmed', 'packed', 'shipped']);

/** The buttons of the permitted status changes. A change that needs input opens a dialog. `isPlain` is for use in a card. */
export function Transitions({ order, isPlain = false }: { order: Order; isPlain?: boolean }) {
  const trouble = moneyInTheWay(order);
  const transitions = transitionsOf(order.status, order.nextStates).filter(
    ({ to }) => !trouble || !GOES_ON.has(to),
  );
  const [open, setOpen] = useState<Transition>();
  const [running, setRunning] = useState<Transition['to']>();

  /** Changes the status of the shown version. On a conflict, it shows the current order and throws. */
  async function send(transition: Transition, details: TransitionDetails = {}) {
    try {
      orderChanged(
        await transitionOrder(order.orderNumber, { to: transition.to, version: order.version, ...details }),
      );
      notifyDone(`${order.orderNumber}: ${transition.done}`);
      setOpen(undefined);
    } catch (error) {
      orderRefused(order.orderNumber, error);
      throw error;
    }
  }

  async function press(transition: Transition) {
    if (running) return;
    if (transition.needs !== 'nothing') {
      setOpen(transition);
      return;
    }
    setRunning(transition.to);
    await send(transition).catch((error: unknown) => notifyFailed(conflictWords(error) ?? wordsOf(error)));
    keepFocus();
    setRunning(undefined);
  }

  const buttonOf = (transition: Transition) => (
    <button
      key={transition.button}
      type="button"
      className={button[transition.tone]}
      aria-disabled={running === transition.to || undefined}
      title={consequenceOf(transition, order)}
      onClick={() => void press(transition)}
    >
      {running === transition.to ? 'One moment…' : transition.button}
    </button>
  );
  const next = transitions.filter(({ tone }) => tone === 'primary');
  const others = transitions.filter(({ tone }) => tone !== 'primary');

  return (
    <>
      {transitions.length > 0 && (
        <section
          className={isPlain ? styles.plainTransitions : styles.transitions}
          aria-label={isPlain ? `Next steps of ${order.orderNumber}` : 'Next steps'}
        >
          {trouble && <p className={styles.waits}>{trouble}</p>}
          {!trouble && isUnpaid(order) && (
            <p className={styles.waits}>
              This order is not paid: {formatTotal(order.total)}. You can pack it. You have to confirm before
              it is shipped.
            </p>
          )}
          {next.map(buttonOf)}
          {others.length > 0 && <span className={styles.apart}>{others.map(buttonOf)}</span>}
        </section>
      )}
      {open && (
        <TransitionDialog order={order} transition={open} send={send} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

function conflictWords(error: unknown): string | undefined {
  const present = orderInConflict(error);
  return (
    present && `The order changed meanwhile: it is now “${STATES[present.status].label}”. Nothing was done.`
  );
}
