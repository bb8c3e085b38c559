import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import button from '../../ui/button.module.css';
import { isPageUnsaved } from '../../ui/unsaved';
import OwnSignInPage from './OwnSignInPage';

const me = meWith('orders.read');
const left = { 'GET session/sign-in': { data: { recoveryCodesLeft: 9 } } };

test('the password is changed', async () => {
  const calls = answerCalls({ ...left, 'PUT session/password': {} });
  const { user } = show(<OwnSignInPage />, { me });
  const form = within(screen.getByRole('form', { name: 'Password' }));
  await user.type(form.getByLabelText('New password'), 'amla-haldi-4711');
  expect(isPageUnsaved(), 'leaving asks first').toBe(true);
  await user.click(form.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(form.getByLabelText('New password')).toHaveValue(''));
  await waitFor(() => expect(isPageUnsaved()).toBe(false));
  expect(calls).toContainEqual({ route: 'PUT session/password', body: { newPassword: 'amla-haldi-4711' } });
});

test('how many recovery codes are left is told; new ones are shown once, and leaving them asks first', async () => {
  answerCalls({ ...left, 'POST session/recovery-codes': { data: { recoveryCodes: ['1111-2222'] } } });
  const { user } = show(<OwnSignInPage />, { me });
  expect(await screen.findByText(/^You have 9 recovery codes left\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Make new codes' }));
  expect(await screen.findByText('1111-2222')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Done' })).toBeDisabled();
  expect(isPageUnsaved()).toBe(true);
  await user.click(screen.getByRole('checkbox'));
  await waitFor(() => expect(isPageUnsaved()).toBe(false));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('1111-2222')).not.toBeInTheDocument();
});

test.each(['Make new codes', 'Set up a new phone'])('“%s” is not red: it deletes nothing', async (name) => {
  answerCalls(left);
  show(<OwnSignInPage />, { me });
  expect(button.quiet).toBeTruthy();
  expect(await screen.findByRole('button', { name })).toHaveClass(button.quiet ?? '', { exact: true });
});

test('a new phone needs its code, one of the old phone and the password', async () => {
  const calls = answerCalls({
    ...left,
    'GET session/phone': { data: { totpSecret: 'JBSWY3DPEHPK3PXP', totpUri: 'otpauth://totp/x' } },
    'PUT session/phone': {},
  });
  const { user } = show(<OwnSignInPage />, { me });
  await user.click(screen.getByRole('button', { name: 'Set up a new phone' }));
  const form = within(await screen.findByRole('form', { name: 'New phone' }));
  expect(form.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  await user.type(form.getByLabelText('Six digits of the new phone'), '204394');
  await user.type(form.getByLabelText(/Six digits of the old phone/), '492039');
  await user.type(form.getByLabelText('Your password'), 'monsoon over surat');
  expect(isPageUnsaved(), 'leaving asks first').toBe(true);
  await user.click(form.getByRole('button', { name: 'Use the new phone' }));
  expect(await screen.findByRole('button', { name: 'Set up a new phone' })).toBeVisible();
  await waitFor(() => expect(isPageUnsaved()).toBe(false));
  expect(calls).toContainEqual({
    route: 'PUT session/phone',
    body: { password: 'monsoon over surat', code: '492039', newCode: '204394' },
  });
});
