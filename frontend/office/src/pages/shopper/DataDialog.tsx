import { useMutation } from '@connectrpc/connect-query';
import * as v from 'valibot';
import { type Shopper, ShopperService } from '#contract/shop/identity/v1/shoppers_pb.js';
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
  shopper: { accountId, name, email },
  onClose,
}: {
  shopper: Shopper;
  onClose: () => void;
}) {
  const { mutateAsync: request } = useMutation(ShopperService.method.requestShopperData);
  const sent = useSentForm({
    schema: v.object({}),
    defaultValues: {},
    send: async () => {
      await request({ accountId });
      notifyDone(`The data is being collected. ${email} gets an email when it is ready.`);
      onClose();
    },
  });
  return (
    <Dialog open title="Export the data" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          The shop collects all data of the account of {name || email}, and emails {email} when it is ready.
          Only the shopper can open the file, in the account and with the password.
        </p>
        <p className={form.note}>
          Messages and guest orders are included only if a code proved that {email} belongs to the account.
        </p>
        <FormFoot {...sent} label="Export" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
