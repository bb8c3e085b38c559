import { useState } from 'react';
import * as v from 'valibot';
import { formatTotal } from 'shared/rules/rupees';
import { matchCredit, type UnmatchedCredit } from '../../api/payments';
import { creditMatched } from '../../api/query_client';
import { notifyDone } from '../../messages/notify';
import { dateWords } from '../../rules/days';
import { SOME_EMAIL } from '../../rules/shopper_email';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { TextArea, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';

interface MatchDialogProps {
  credit: UnmatchedCredit;
  /** True if the credit belongs to an order. */
  isOrders: boolean;
  onClose: () => void;
}

const noteRule = v.pipe(v.string(), v.trim(), v.maxLength(500, '500 characters at most.'));

function schemaFor(isOrders: boolean) {
  const number = v.pipe(v.string(), v.trim(), v.toUpperCase(), v.maxLength(40, '40 characters at most.'));
  return v.object({
    number: isOrders ? v.pipe(number, v.nonEmpty('Enter the order’s number.')) : number,
    note: isOrders ? noteRule : v.pipe(noteRule, v.nonEmpty('Enter what it was.')),
  });
}

/** Resolves a credit. */
export function MatchDialog({ credit, isOrders, onClose }: MatchDialogProps) {
  const [schema] = useState(() => schemaFor(isOrders));
  const { field, ...sent } = useSentForm({
    schema,
    defaultValues: { number: '', note: '' },
    send: async ({ number, note }) => {
      await matchCredit(credit.creditId, {
        ...(isOrders && { number }),
        ...(note && { note }),
      });
      creditMatched(isOrders ? number : undefined);
      notifyDone(isOrders ? `${number} is paid.` : 'Set aside.');
      onClose();
    },
  });
  return (
    <Dialog
      open
      title={isOrders ? 'Match to an order' : 'Not for an order'}
      busy={sent.sending}
      onClose={onClose}
    >
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          {formatTotal(credit.amount)} on {dateWords(credit.receivedOn)}, UTR {credit.utr}.{' '}
          {isOrders
            ? `The order is marked paid. ${SOME_EMAIL}`
            : 'It is removed from this list. This cannot be undone.'}
        </p>
        {isOrders && (
          <TextField
            label="Order number"
            hint="Such as VM-261126-7K3QX."
            autoCapitalize="characters"
            data-autofocus=""
            {...field('number')}
          />
        )}
        <TextArea
          label={isOrders ? 'Note (optional)' : 'What it was'}
          hint="Only staff see it."
          maxLength={500}
          {...(!isOrders && { 'data-autofocus': '' })}
          {...field('note')}
        />
        <FormFoot {...sent} label={isOrders ? 'Mark the order paid' : 'Set aside'} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
