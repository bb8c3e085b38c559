import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../api/client';
import { setLoginFlag } from '../stores/session';
import { AccountControl } from './AccountControl';

vi.mock('../api/client');
vi.mock('../notify');

beforeEach(() => setLoginFlag(false));

test('a visitor is led to the login', () => {
  render(<AccountControl />, { wrapper: MemoryRouter });
  expect(screen.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/login');
  expect(screen.queryByRole('button')).toBeNull();
});

test('whoever is logged in can log out, and is a visitor then', async () => {
  setLoginFlag(true);
  vi.mocked(client.logOut).mockResolvedValue('Logout successful');
  render(<AccountControl />, { wrapper: MemoryRouter });
  expect(screen.queryByRole('link')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(screen.getByRole('link', { name: 'My Account' })).toBeVisible();
});
