import { useMutation } from '@connectrpc/connect-query';
import { isoDay } from 'shared/rules/india';
import * as v from 'valibot';
import { TaxRateService } from '#contract/shop/billing/v1/tax_rates_pb.js';
import { ratesChanged } from '../../api/query_client';
import { notifyDone } from '../../messages/notify';
import { hsnRule, percentRule, percentWords } from '../../rules/tax_rates';
import { dateRule } from '../../rules/typed';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';

const schema = v.object({
  hsn: hsnRule,
  rateBasisPoints: percentRule,
  since: dateRule,
  source: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(3, 'Enter the source of this rate, such as a notification.'),
    v.maxLength(200, '200 characters at most.'),
  ),
});

interface RateDialogProps {
  /** The initial HSN code; may be empty. */
  hsn: string;
  onClose: () => void;
}

/** Sets the rate of an HSN code and its first day. */
export function RateDialog({ hsn, onClose }: RateDialogProps) {
  const { mutateAsync: set } = useMutation(TaxRateService.method.setTaxRate);
  const { field, ...sent } = useSentForm({
    schema,
    defaultValues: { hsn, rateBasisPoints: '', since: isoDay(), source: '' },
    send: async (rate) => {
      try {
        await set(rate);
      } finally {
        ratesChanged();
      }
      notifyDone(`${rate.hsn}: ${percentWords(rate.rateBasisPoints)} is set.`);
      onClose();
    },
  });
  return (
    <Dialog open title="Set a rate" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          To be confirmed by your accountant. The rate applies from its first day and cannot be changed.
          Issued documents keep theirs.
        </p>
        <div className={form.pair}>
          <TextField label="HSN" inputMode="numeric" data-autofocus="" {...field('hsn')} />
          <TextField
            label="Rate in percent"
            hint="CGST and SGST together."
            inputMode="decimal"
            {...field('rateBasisPoints')}
          />
        </div>
        <TextField label="First day" type="date" min={isoDay()} {...field('since')} />
        <TextField
          label="Source"
          hint="A notification and its schedule, or the person who confirmed it."
          {...field('source')}
        />
        <FormFoot {...sent} label="Save" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
