// The fake methods of staff members. They check little.
import { StaffDirectoryService, StaffRole, StaffService } from '../contract/shop/identity/v1/staff_pb.js';
import { INVITATION } from './fake_data.mjs';

const codeOf = (role) => StaffRole[role.toUpperCase()];

const messageOf = ({ role, signedInAt, ...person }) => ({
  ...person,
  role: codeOf(role),
  signedInAt: signedInAt ?? '',
});

function change({ staff }, { staffId, role, isActive }) {
  const person = staff.find((each) => each.staffId === staffId);
  Object.assign(person, { role: StaffRole[role].toLowerCase(), isActive });
  return { staff: messageOf(person) };
}

export const STAFF_METHODS = [
  [StaffDirectoryService.method.listStaffNames, ({ staff }) => ({ names: staff.map(messageOf) })],
  [
    StaffService.method.listStaff,
    ({ staff }) => ({
      staff: staff.map(messageOf),
      invitations: [{ ...INVITATION, role: codeOf(INVITATION.role) }],
    }),
  ],
  [StaffService.method.inviteStaff, () => ({})],
  [StaffService.method.changeStaff, change],
];
