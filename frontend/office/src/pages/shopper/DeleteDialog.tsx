import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as v from 'valibot';
import { deleteShopper } from '../../api/calls';
import { queryClient } from '../../api/query_client';
import type { Shopper } from '../../api/types';
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
  shopper: { id, name, email },
  onClose,
}: {
  shopper: Shopper;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [schema] = useState(() => schemaFor(email));
  const { field, ...sent } = useSentForm({
    schema,
    defaultValues: { typed: '' },
    send: async () => {
      await deleteShopper(id);
      notifyDone(`The account of ${email} is deleted. The shopper gets an email.`);
      onClose();
      await navigate('/shoppers');
      queryClient.removeQueries({ queryKey: ['shopper', id] });
      void queryClient.invalidateQueries({ queryKey: ['shoppers'] });
    },
  });
  return (
    <Dialog open title="Delete the account" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>
          {name ?? email} can no longer log in. The addresses and reviews are deleted, and the shopper gets an
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
