import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { notifyError } from '../messages/notify';
import { useSession } from '../stores/session';
import { AccountControl } from './AccountControl';

vi.mock('../messages/notify');
vi.mock('../stores/login', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

test('a logout whose code does not come says so, and can be tried again', async () => {
  useSession.setState({ isLoginUser: true });
  render(<AccountControl />, { wrapper: MemoryRouter });
  const logout = screen.getByRole('button', { name: 'Logout' });
  await userEvent.click(logout);
  expect(notifyError).toHaveBeenCalledExactlyOnceWith(
    'The shop cannot be reached. Please check your connection and try again.',
  );
  expect(logout).not.toHaveAttribute('aria-disabled');
});
