import type { ComponentProps } from 'react';
import * as v from 'valibot';
import { ROLE_CODES, ROLES } from '../../rules/permissions';
import { SelectField } from '../../ui/fields';

/** A role that is chosen by its name. */
export const roleRule = v.pipe(
  v.string(),
  v.picklist(['owner', 'packer', 'support', 'accountant'], 'Choose a role.'),
  v.transform((name) => ROLE_CODES[name]),
);

/** A select field for roles, with their descriptions. */
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
