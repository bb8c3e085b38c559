import { useMutation } from '@connectrpc/connect-query';
import { formatPaise } from 'shared/rules/rupees';
import * as v from 'valibot';
import { LedgerService } from '#contract/shop/billing/v1/ledger_pb.js';
import { booksChanged } from '../../api/query_client';
import { notifyDone } from '../../messages/notify';
import { accountWords } from '../../rules/books';
import { paiseRule } from '../../rules/typed';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { SelectField, TextArea, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useOnce } from '../../ui/use_once';
import { useSentForm } from '../../ui/use_sent_form';

const accountRule = v.pipe(v.string(), v.nonEmpty('Choose an account.'));

const schema = v.pipe(
  v.object({
    debitAccount: accountRule,
    creditAccount: accountRule,
    amountPaise: v.pipe(paiseRule, v.minValue(1n, 'Enter an amount above 0.')),
    reason: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(
        10,
        'Enter a reason of 10 characters or more. It is all that later readers of the books see.',
      ),
      v.maxLength(300, '300 characters at most.'),
    ),
  }),
  v.forward(
    v.check(
      ({ debitAccount, creditAccount }) => debitAccount !== creditAccount,
      'Debit and credit must be two different accounts.',
    ),
    ['creditAccount'],
  ),
);

interface CorrectionDialogProps {
  /** The known accounts. */
  accounts: readonly string[];
  onClose: () => void;
}

/** Books a correction as a separate entry. A retry books it once. */
export function CorrectionDialog({ accounts, onClose }: CorrectionDialogProps) {
  const once = useOnce('correction');
  const { mutateAsync: post } = useMutation(LedgerService.method.postCorrection);
  const { field, ...sent } = useSentForm({
    schema,
    defaultValues: { debitAccount: '', creditAccount: '', amountPaise: '', reason: '' },
    send: async (correction) => {
      try {
        await once((correctionId) => post({ correctionId, ...correction }));
      } finally {
        booksChanged();
      }
      notifyDone(`${formatPaise(correction.amountPaise)} is booked.`);
      onClose();
    },
  });
  return (
    <Dialog open title="Post a correction" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          It is booked today and cannot be deleted. To undo an entry, book the same amount the other way
          round.
        </p>
        <SelectField label="Debit" data-autofocus="" {...field('debitAccount')}>
          <Accounts accounts={accounts} />
        </SelectField>
        <SelectField label="Credit" {...field('creditAccount')}>
          <Accounts accounts={accounts} />
        </SelectField>
        <TextField label="Amount in ₹" inputMode="decimal" {...field('amountPaise')} />
        <TextArea label="Reason" hint="The day book shows it." maxLength={300} {...field('reason')} />
        <FormFoot {...sent} label="Post" onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function Accounts({ accounts }: { accounts: readonly string[] }) {
  return (
    <>
      <option value="">Choose…</option>
      {accounts.map((account) => (
        <option key={account} value={account}>
          {accountWords(account)}
        </option>
      ))}
    </>
  );
}
