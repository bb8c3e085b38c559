import { useEffect, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { formatMoment } from 'shared/rules/moment';
import { formatTotal } from 'shared/rules/rupees';
import type { Order, TransitionDetails } from '../../api/types';
import { CARRIERS } from '../../rules/carriers';
import { cancelledMoney } from '../../rules/money_by_hand';
import { STATES } from '../../rules/order_states';
import { weightWords } from '../../rules/packs';
import { isUnpaid } from '../../rules/payments';
import { consequenceOf, type Transition } from '../../rules/transitions';
import { useShop } from '../../session/use_shop';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { CheckField, SelectField, TextArea, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';
import styles from './order.module.css';
import { detailsOf, startOf, transitionSchema } from './transition_form';

interface TransitionDialogProps {
  order: Order;
  transition: Transition;
  send: (transition: Transition, details: TransitionDetails) => Promise<void>;
  onClose: () => void;
}

/** Asks for the input of a status change. After a colleague's change, it shows the current status and keeps the typed text. */
export function TransitionDialog({ order, transition, send, onClose }: TransitionDialogProps) {
  const [opened] = useState(order.version);
  const isAccepted = transition.needs === 'return terms';
  const shop = useShop({ enabled: isAccepted }).data?.facts;
  const shopAddress = shop && [shop.name, ...shop.addressLines].join('\n');
  const leavesUnpaid = transition.to === 'shipped' && isUnpaid(order);
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema: transitionSchema(transition.needs, leavesUnpaid),
    defaultValues: startOf(order, transition, shopAddress),
    send: (values) => send(transition, detailsOf(transition.needs, values)),
  });
  useEffect(() => {
    // The shop's address may load after the dialog opened. Typed text stays.
    if (shopAddress && !fields.getFieldState('sendTo').isDirty) {
      fields.resetField('sendTo', { defaultValue: shopAddress });
    }
  }, [shopAddress, fields]);
  const lines = useFieldArray({ control: fields.control, name: 'lines' }).fields;
  const hasChanged = order.version !== opened;
  const isPossible = order.nextStates.includes(transition.to);
  const isLook = transition.needs === 'packs taken back';
  const needsLines = isLook || transition.needs === 'reason and lines';
  const needsReason = transition.needs === 'reason' || transition.needs === 'reason and lines';
  const money = transition.to === 'cancelled' ? cancelledMoney(order) : undefined;

  return (
    <Dialog open title={transition.title} busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          {order.orderNumber}, {order.fullName}. {consequenceOf(transition, order)}
        </p>
        {money && <p className={form.note}>{money}</p>}
        {transition.needs === 'parcel' && (
          <>
            <TextField label="Carrier" list="carriers" data-autofocus="" {...field('carrier')} />
            <datalist id="carriers">
              {CARRIERS.map((carrier) => (
                <option key={carrier}>{carrier}</option>
              ))}
            </datalist>
            <TextField
              label="Tracking number (optional)"
              autoCapitalize="characters"
              {...field('trackingNumber')}
            />
            <TextField
              label="Tracking address (optional)"
              hint="Where the shopper follows the parcel, beginning with https://"
              type="url"
              {...field('trackingUrl')}
            />
          </>
        )}
        {needsLines && (
          <fieldset className={styles.quantities}>
            <legend>{isLook ? 'Packs you accept' : 'Packs to return'}</legend>
            {lines.map((line, index) => (
              <TextField
                key={line.id}
                label={`${line.productName} ${weightWords(line.weightInGrams)}, of ${line.ordered}`}
                hint={isLook ? `${line.asked} requested` : undefined}
                inputMode="numeric"
                {...field(`lines.${index}.quantity`)}
              />
            ))}
          </fieldset>
        )}
        {isAccepted && (
          <>
            <TextArea
              label="Send the packs to"
              rows={5}
              data-autofocus=""
              maxLength={500}
              {...field('sendTo')}
            />
            <SelectField
              label="Who pays for the parcel"
              hint="The returns policy says: the shopper. Pay yourself when a pack was wrong or damaged."
              {...field('paidBy')}
            >
              <option value="shopper">The shopper</option>
              <option value="shop">The shop</option>
            </SelectField>
          </>
        )}
        {(isAccepted || isLook) && (
          <TextArea
            label={isLook ? 'Why not all of them (optional if you accept all)' : 'Note (optional)'}
            hint="The shopper reads it."
            maxLength={500}
            {...field('reason')}
          />
        )}
        {needsReason && (
          <TextArea
            label="Reason"
            hint="The shopper reads it."
            data-autofocus=""
            maxLength={500}
            {...field('reason')}
          />
        )}
        {leavesUnpaid && (
          <CheckField
            label={`It is not paid: ${formatTotal(order.total)}. Ship it all the same.`}
            {...field('acceptsUnpaid')}
          />
        )}
        {hasChanged && <Present order={order} isPossible={isPossible} />}
        <FormFoot
          {...sent}
          refusal={hasChanged ? undefined : sent.refusal}
          label={transition.send}
          blocked={!isPossible}
          isDanger={transition.tone === 'outline'}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

/** The current status of an order that a colleague changed while the dialog was open. */
function Present({ order, isPossible }: { order: Order; isPossible: boolean }) {
  const last = order.changes.at(-1);
  return (
    <p className={form.present} role="status">
      <b>The order changed meanwhile.</b> The order is “{STATES[order.status].label}”
      {last && `, since ${formatMoment(last.changedAt)}`}.{' '}
      {isPossible
        ? 'You can still do this.'
        : 'So this is no longer possible. Your text stays until you close this.'}
    </p>
  );
}
