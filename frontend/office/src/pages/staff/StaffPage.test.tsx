import { screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import {
  type ChangeStaffRequest,
  type InviteStaffRequest,
  StaffRole,
  StaffService,
} from '#contract/shop/identity/v1/staff_pb.js';
import { queryClient } from '../../api/query_client';
import { meWith } from '../../test_data';
import { show } from '../../test_page';
import { roleNamed } from '../../rules/permissions';
import { roleRule } from './RoleField';
import StaffPage from './StaffPage';

const asha = { staffId: 's-1', name: 'Asha', email: 'asha@example.com', isActive: true };
const invitation = { email: 'ravi@example.com', role: StaffRole.PACKER, expiresAt: '2026-11-28T06:30:00Z' };

function open(role: StaffRole) {
  const changes: ChangeStaffRequest[] = [];
  const invited: InviteStaffRequest[] = [];
  const shown = show(<StaffPage />, {
    me: meWith('staff.manage'),
    services: (router) => {
      router.service(StaffService, {
        listStaff: () => ({ staff: [{ ...asha, role }], invitations: [invitation] }),
        changeStaff: (change) => {
          changes.push(change);
          return {};
        },
        inviteStaff: (request) => {
          invited.push(request);
          return {};
        },
      });
    },
  });
  return { ...shown, changes, invited };
}

beforeEach(() => queryClient.clear());

test('a colleague is invited with a role, and another is changed', async () => {
  const { user, changes, invited } = open(StaffRole.SUPPORT);
  expect(await screen.findByText('The first owner')).toBeInTheDocument();
  expect(screen.getByText('never')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  await user.type(screen.getByLabelText('Name'), 'Mira');
  await user.type(screen.getByLabelText('Email'), 'mira@example.com');
  await user.selectOptions(screen.getByLabelText('Role'), 'accountant');
  await user.click(screen.getByRole('button', { name: 'Send the invitation' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(invited).toMatchObject([{ name: 'Mira', email: 'mira@example.com', role: StaffRole.ACCOUNTANT }]);

  await user.click(screen.getByRole('button', { name: 'Change… Asha' }));
  await user.selectOptions(screen.getByLabelText('Role'), 'support');
  await user.click(screen.getByLabelText('May sign in'));
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes).toMatchObject([{ staffId: 's-1', role: StaffRole.SUPPORT, isActive: false }]);
});

test('a role that only a newer release knows is not taken for another', async () => {
  open(99 as StaffRole);
  expect(await screen.findAllByText('Unknown')).not.toEqual([]);
  expect(roleNamed(99 as StaffRole)).toBeUndefined();
  expect(v.safeParse(roleRule, '').success).toBe(false);
});
