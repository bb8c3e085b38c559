import { useState } from 'react';
import { formatTotal } from 'shared/rules/rupees';
import { keepFocus } from 'shared/ui/keep_focus';
import { transitionOrder } from '../../api/calls';
import { orderInConflict, wordsOf } from '../../api/errors';
import { orderChanged, orderRefused } from '../../api/query_client';
import type { Move, Order } from '../../api/types';
import { notifyDone, notifyFailed } from '../../messages/notify';
import { consequenceOf, type MoveWords, movesOf } from '../../rules/moves';
import { STATES } from '../../rules/order_states';
import { isUnpaid, moneyInTheWay } from '../../rules/payments';
import button from '../../ui/button.module.css';
import { MoveDialog } from './MoveDialog';
import styles from './order.module.css';

/** The status changes that an unpaid online order has to wait for. */
const GOES_ON: ReadonlySet<MoveWords['to']> = new Set(['confirmed', 'packed', 'shipped']);

/** The buttons of the permitted status changes. A change that needs input opens a dialog. `isPlain` is for use in a card. */
export function Moves({ order, isPlain = false }: { order: Order; isPlain?: boolean }) {
  const trouble = moneyInTheWay(order);
  const moves = movesOf(order.status, order.nextStates).filter(({ to }) => !trouble || !GOES_ON.has(to));
  const [open, setOpen] = useState<MoveWords>();
  const [running, setRunning] = useState<MoveWords['to']>();

  /** Changes the status of the shown version. On a conflict, it shows the current order and throws. */
  async function send(move: MoveWords, said: Omit<Move, 'to' | 'version'> = {}) {
    try {
      orderChanged(
        await transitionOrder(order.orderNumber, { to: move.to, version: order.version, ...said }),
      );
      notifyDone(`${order.orderNumber}: ${move.done}`);
      setOpen(undefined);
    } catch (error) {
      orderRefused(order.orderNumber, error);
      throw error;
    }
  }

  async function press(move: MoveWords) {
    if (running) return;
    if (move.needs !== 'nothing') {
      setOpen(move);
      return;
    }
    setRunning(move.to);
    await send(move).catch((error: unknown) => notifyFailed(conflictWords(error) ?? wordsOf(error)));
    keepFocus();
    setRunning(undefined);
  }

  const buttonOf = (move: MoveWords) => (
    <button
      key={move.button}
      type="button"
      className={button[move.tone]}
      aria-disabled={running === move.to || undefined}
      title={consequenceOf(move, order)}
      onClick={() => void press(move)}
    >
      {running === move.to ? 'One moment…' : move.button}
    </button>
  );
  const next = moves.filter(({ tone }) => tone === 'primary');
  const others = moves.filter(({ tone }) => tone !== 'primary');

  return (
    <>
      {moves.length > 0 && (
        <section
          className={isPlain ? styles.plainMoves : styles.moves}
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
      {open && <MoveDialog order={order} move={open} send={send} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function conflictWords(error: unknown): string | undefined {
  const present = orderInConflict(error);
  return (
    present && `The order changed meanwhile: it is now “${STATES[present.status].label}”. Nothing was done.`
  );
}
