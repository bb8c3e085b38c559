import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import ForgotPasswordPage from './ForgotPasswordPage';
import SignInPage from './SignInPage';

test('the sign-in leads to a forgotten password', () => {
  show(<SignInPage />);
  expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
});

test('a code by email and one of the phone set a new password', async () => {
  const wrong = 'One of the codes is wrong or has expired.';
  const calls = answerCalls({
    'POST session/password-code': { data: undefined },
    'POST session/password-reset': [
      { status: 400, body: { message: wrong, errors: [{ field: 'mailedCode', message: wrong }] } },
      { data: meWith('orders.read') },
    ],
  });
  const { user } = show(<ForgotPasswordPage />);
  await user.type(screen.getByLabelText('Email'), 'asha@example.com');
  await user.click(screen.getByRole('button', { name: 'Email me a code' }));
  expect(await screen.findByRole('status')).toHaveTextContent('a code is on its way');
  expect(screen.getByRole('status'), 'after the form that is gone').toHaveFocus();

  await user.type(screen.getByLabelText('Code of the email'), '012 345');
  await user.type(screen.getByLabelText(/Code of your authenticator app/), '492039');
  await user.type(screen.getByLabelText('New password'), 'amla-haldi-4711');
  await user.click(screen.getByRole('button', { name: 'Save and sign in' }));
  expect((await screen.findAllByText(wrong)).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Save and sign in' }));
  await waitFor(() => expect(calls).toHaveLength(3));
  expect(calls.at(-1)).toEqual({
    route: 'POST session/password-reset',
    body: {
      email: 'asha@example.com',
      mailedCode: '012345',
      code: '492039',
      newPassword: 'amla-haldi-4711',
    },
  });
});
