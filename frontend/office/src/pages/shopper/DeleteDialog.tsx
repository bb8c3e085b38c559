import { useMutation } from '@connectrpc/connect-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as v from 'valibot';
import { type Shopper, ShopperService } from '#contract/shop/identity/v1/shoppers_pb.js';
import { shopperDeleted } from '../../api/query_client';
import { notifyDone } from '../../messages/notify';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';

function schemaFor(email: string) {
  return v.object({
    typed: v.pipe(
      v.string(),
      v.trim(),
      v.check((typed) => typed.toLowerCase() === email.toLowerCase(), `Type ${email} to delete it.`),
    ),
  });
}

/** Deletes an account after its email address is typed. This cannot be undone. */
export function DeleteDialog({
  shopper: { accountId, name, email },
  onClose,
}: {
  shopper: Shopper;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [schema] = useState(() => schemaFor(email));
  const { mutateAsync: deleteShopper } = useMutation(ShopperService.method.deleteShopper);
  const { field, ...sent } = useSentForm({
    schema,
    defaultValues: { typed: '' },
    send: async () => {
      await deleteShopper({ accountId });
      notifyDone(`The account of ${email} is deleted. The shopper gets an email.`);
      onClose();
      await navigate('/shoppers');
      shopperDeleted(accountId);
    },
  });
  return (
    <Dialog open title="Delete the account" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          {name || email} can no longer log in. The addresses and reviews are deleted, and the shopper gets an
          email. The books keep their part of the orders. This cannot be undone.
        </p>
        <p className={form.note}>
          Messages and guest orders are deleted, too, if a code proved that {email} belongs to the account.
        </p>
        <TextField
          label="Type the email address to confirm"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus=""
          {...field('typed')}
        />
        <FormFoot {...sent} isUnsaved={false} label="Delete the account" isDanger onCancel={onClose} />
      </form>
    </Dialog>
  );
}
