import type { ComponentProps } from 'react';
import * as v from 'valibot';
import { ROLES } from '../../rules/permissions';
import { SelectField } from '../../ui/fields';

/** One of the roles. */
export const roleRule = v.picklist(['owner', 'packer', 'support', 'accountant'], 'Choose a role.');

/** A choice of roles, each with what it is for. */
export function RoleField(props: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>) {
  return (
    <SelectField label="Role" {...props}>
      {Object.entries(ROLES).map(([role, { label, does }]) => (
        <option key={role} value={role}>
          {label}: {does}
        </option>
      ))}
    </SelectField>
  );
}
