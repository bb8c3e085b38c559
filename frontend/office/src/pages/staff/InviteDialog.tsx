import { useMutation } from '@connectrpc/connect-query';
import * as v from 'valibot';
import { StaffService } from '#contract/shop/identity/v1/staff_pb.js';
import { staffChanged } from '../../api/query_client';
import { notifyDone } from '../../messages/notify';
import { emailRule, nameRule } from '../../session/credential_rules';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';
import { RoleField, roleRule } from './RoleField';

const schema = v.object({ name: nameRule, email: emailRule, role: roleRule });

/** Invites a new staff member by mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync: invite } = useMutation(StaffService.method.inviteStaff);
  const { field, ...sent } = useSentForm({
    schema,
    defaultValues: { name: '', email: '', role: 'packer' },
    send: async (invitation) => {
      await invite(invitation);
      staffChanged();
      notifyDone(`The invitation for ${invitation.name} is on its way.`);
      onClose();
    },
  });
  return (
    <Dialog open title="Invite a colleague" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <TextField label="Name" data-autofocus="" {...field('name')} />
        <TextField label="Email" type="email" hint="The link is sent to it." {...field('email')} />
        <RoleField {...field('role')} />
        <FormFoot {...sent} label="Send the invitation" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
