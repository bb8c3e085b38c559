import { useMutation } from '@connectrpc/connect-query';
import * as v from 'valibot';
import { type Staff, StaffService } from '#contract/shop/identity/v1/staff_pb.js';
import { staffChanged } from '../../api/query_client';
import { notifyDone } from '../../messages/notify';
import { roleNamed } from '../../rules/permissions';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';
import { RoleField, roleRule } from './RoleField';

const schema = v.object({ role: roleRule, isActive: v.boolean() });

/** Changes the role of a staff member, or withdraws or restores their access. */
export function ChangeDialog({ person, onClose }: { person: Staff; onClose: () => void }) {
  const { mutateAsync: changeStaff } = useMutation(StaffService.method.changeStaff);
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema,
    defaultValues: { role: roleNamed(person.role) ?? '', isActive: person.isActive },
    send: async (change) => {
      await changeStaff({ staffId: person.staffId, ...change });
      staffChanged();
      notifyDone(`${person.name}: saved. Their sessions have ended.`);
      onClose();
    },
  });
  return (
    <Dialog open title={person.name} busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p className={form.note}>{person.email}. Any change ends their sessions.</p>
        <RoleField {...field('role')} />
        <label className={form.check}>
          <input type="checkbox" {...fields.register('isActive')} />
          May sign in
        </label>
        <FormFoot {...sent} label="Change" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
