import * as v from 'valibot';
import { requestShopperData } from '../../api/calls';
import type { Shopper } from '../../api/types';
import { notifyDone } from '../../messages/notify';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';

/** Has a shopper's data gathered, as they may ask. Staff never see it: the link goes to the shopper. */
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
      notifyDone(`The data is being gathered; the link to it goes to ${email}.`);
      onClose();
    },
  });
  return (
    <Dialog open title="Ask for their data" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          All that the shop knows of {name ?? email} is gathered. The link to it goes to {email} and to nobody
          else; you do not see it.
        </p>
        <FormFoot refusal={sent.refusal} sending={sent.sending} label="Gather the data" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
