import { type FormEvent, useState } from 'react';
import type { Refused } from 'shared/forms/FormRefusal';
import { formatMoment } from 'shared/rules/moment';
import { formatTotal } from 'shared/rules/rupees';
import { wordsOf } from '../../api/errors';
import { correctLines } from '../../api/order_lines';
import { orderChanged, orderRefused } from '../../api/query_client';
import type { Order } from '../../api/types';
import { notifyDone } from '../../messages/notify';
import { STATES } from '../../rules/order_states';
import { weightWords } from '../../rules/packs';
import {
  MOST_PACKS,
  packKey,
  type Quantities,
  quantityOf,
  sentLines,
  takesQuantities,
  totalWith,
  whyNot,
} from '../../rules/quantities';
import { emailWords } from '../../rules/shopper_email';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import form from '../../ui/form.module.css';
import { Stepper } from '../../ui/Stepper';
import styles from './order.module.css';

/**
 * Corrects the quantities of an order until it is packed. After a colleague's change, it shows the current order and keeps the typed
 * values.
 */
export function QuantitiesDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [opened] = useState(order);
  const [typed, setTyped] = useState<Quantities>({});
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refused>();
  const hasChanged = order.version !== opened.version;
  const isPossible = takesQuantities(order);
  const problem = whyNot(order, typed);
  const total = totalWith(order, typed);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    setRefusal(undefined);
    try {
      const lines = sentLines(order, typed);
      orderChanged(await correctLines(order.orderNumber, { version: order.version, lines }));
      notifyDone(`${order.orderNumber}: quantities saved. ${emailWords(order)}`);
      onClose();
    } catch (error) {
      orderRefused(order.orderNumber, error);
      setRefusal({ words: wordsOf(error), takesFocus: true });
    } finally {
      setSending(false);
    }
  }

  return (
    <Dialog open title="Correct the quantities" busy={sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={(event) => void send(event)}>
        <p className={form.note}>
          {order.orderNumber}. The price of each pack and the charges stay the same. {emailWords(order)}
        </p>
        <ul className={styles.steps}>
          {order.lines.map((line) => {
            const name = `${line.productName} ${weightWords(line.weightInGrams)}`;
            const quantity = quantityOf(line, typed);
            return (
              <li key={packKey(line)}>
                <span>
                  <b>{name}</b>
                  <small>
                    {quantity === 0 ? 'removed' : `${formatTotal(line.unitPrice)} each`}
                    {quantity !== line.quantity && `, was ${line.quantity}`}
                  </small>
                </span>
                <Stepper
                  label={name}
                  value={quantity}
                  min={0}
                  max={MOST_PACKS}
                  onChange={(value) => setTyped((known) => ({ ...known, [packKey(line)]: value }))}
                />
                <span>{formatTotal(line.unitPrice * quantity)}</span>
              </li>
            );
          })}
        </ul>
        <p className={styles.newTotal} role="status">
          {total === order.total ? (
            <>Total {formatTotal(total)}</>
          ) : (
            <>
              New total <b>{formatTotal(total)}</b>, instead of {formatTotal(order.total)}
            </>
          )}
        </p>
        {problem && Object.keys(typed).length > 0 && <p className={form.note}>{problem}</p>}
        {hasChanged && <Present before={opened} order={order} isPossible={isPossible} />}
        <FormFoot
          refusal={hasChanged ? undefined : refusal}
          sending={sending}
          isUnsaved={Object.keys(typed).length > 0}
          label="Save"
          blocked={!isPossible || problem !== undefined}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

/** The current state of an order that a colleague changed while the dialog was open. */
function Present({ before, order, isPossible }: { before: Order; order: Order; isPossible: boolean }) {
  const last = order.changes.at(-1);
  return (
    <p className={form.present} role="status">
      <b>The order changed meanwhile.</b>{' '}
      {packsOf(order) !== packsOf(before) && `The order has ${packsOf(order)} now. `}
      {order.status !== before.status &&
        `The order is “${STATES[order.status].label}”${last ? `, since ${formatMoment(last.changedAt)}` : ''}. `}
      {isPossible ? 'You can still save your change.' : 'The quantities can no longer be corrected.'}
    </p>
  );
}

/** Describes the lines of an order in one line. */
function packsOf({ lines }: Order): string {
  const parts = lines.map(
    (line) => `${line.quantity} × ${line.productName} ${weightWords(line.weightInGrams)}`,
  );
  return parts.join(', ');
}
