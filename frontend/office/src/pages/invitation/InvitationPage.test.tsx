import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { meQuery } from '../../api/queries';
import { queryClient } from '../../api/query_client';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import InvitationPage from './InvitationPage';

const lookup = 'POST invitations/lookup';
const invitation = {
  name: 'Nisha Rao',
  email: 'nisha@example.com',
  role: 'packer',
  expiresAt: '2026-11-28T10:00:00Z',
  totpSecret: 'JBSWY3DPEHPK3PXP',
  totpUri: 'otpauth://totp/Shop:nisha?secret=JBSWY3DPEHPK3PXP',
};

test('an invitation is accepted, and the office opens only when the recovery codes are kept', async () => {
  const me = meWith('orders.read');
  const calls = answerCalls({
    [lookup]: { data: invitation },
    'POST invitations/acceptance': { data: { recoveryCodes: ['1111-2222', '3333-4444'], me } },
  });
  const { user } = show(<InvitationPage />, { at: '/invitation#secret-token' });
  expect(await screen.findByLabelText('Your name')).toHaveValue('Nisha Rao');
  expect(screen.getByRole('img', { name: /^QR code/ })).toBeInTheDocument();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument();
  await user.type(screen.getByLabelText('A password for the office'), 'a long enough one');
  await user.type(screen.getByLabelText('Six digits'), '123456');
  await user.click(screen.getByRole('button', { name: 'Accept the invitation' }));
  expect(await screen.findByText('1111-2222')).toBeInTheDocument();
  expect(calls.at(-1)?.body).toEqual({
    token: 'secret-token',
    name: 'Nisha Rao',
    email: 'nisha@example.com',
    password: 'a long enough one',
    code: '123456',
  });
  const open = screen.getByRole('button', { name: 'Open the office' });
  expect(open).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: 'I have saved them.' }));
  await user.click(open);
  expect(queryClient.getQueryData(meQuery.queryKey)).toEqual(me);
});

test('errors from the server stand beside their field, and the typed text stays', async () => {
  answerCalls({
    [lookup]: { data: invitation },
    'POST invitations/acceptance': {
      status: 422,
      body: {
        message: 'Password is too common.',
        errors: [{ field: 'password', message: 'Password is too common.' }],
      },
    },
  });
  const { user } = show(<InvitationPage />, { at: '/invitation#secret-token' });
  const password = await screen.findByLabelText('A password for the office');
  await user.type(password, 'passwordpassword');
  await user.type(screen.getByLabelText('Six digits'), '123456');
  await user.click(screen.getByRole('button', { name: 'Accept the invitation' }));
  expect(await screen.findAllByText('Password is too common.')).not.toHaveLength(0);
  expect(password).toBeInvalid();
  expect(password).toHaveValue('passwordpassword');
});

test('an invitation that has ended says so', async () => {
  answerCalls({ [lookup]: { status: 404, body: { message: 'There is no such invitation.' } } });
  show(<InvitationPage />, { at: '/invitation#old' });
  expect(await screen.findByRole('heading', { name: 'This invitation is not valid' })).toBeInTheDocument();
});
