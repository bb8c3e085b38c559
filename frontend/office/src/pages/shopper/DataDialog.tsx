import * as v from 'valibot';
import { requestShopperData } from '../../api/calls';
import type { Shopper } from '../../api/types';
import { notifyDone } from '../../messages/notify';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';

/**
 * Starts the export of a shopper's data, which they have a right to. Staff never see it; the shopper opens it in the account, with the
 * password.
 */
export function DataDialog({
  shopper: { id, name, email },
  onClose,
}: {
  shopper: Shopper;
  onClose: () => void;
}) {
  const sent = useSentForm({
    schema: v.object({}),
    defaultValues: {},
    send: async () => {
      await requestShopperData(id);
      notifyDone(`The data is being gathered. A mail tells ${email} when it is there.`);
      onClose();
    },
  });
  return (
    <Dialog open title="Ask for their data" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          The shop gathers everything under the account of {name ?? email}. A mail tells {email} when it is
          there. The file opens in the account, with its password; you do not see it.
        </p>
        <p className={form.note}>
          Messages and orders without a login are in it only if a code proved that {email} belongs to the
          account.
        </p>
        <FormFoot {...sent} label="Gather the data" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
