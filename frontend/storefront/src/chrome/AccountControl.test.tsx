import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../api/client';
import { setLoginFlag } from '../stores/login';
import { AccountControl } from './AccountControl';

vi.mock('../api/client');
vi.mock('../messages/notify');

beforeEach(() => setLoginFlag(false));

test('a visitor is led to the login', () => {
  render(<AccountControl />, { wrapper: MemoryRouter });
  expect(screen.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/login');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a logged-in shopper can log out, and is a visitor then', async () => {
  setLoginFlag(true);
  vi.mocked(client.logOut).mockResolvedValue('Logout successful');
  render(<AccountControl />, { wrapper: MemoryRouter });
  expect(screen.queryByRole('link')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByRole('link', { name: 'My Account' })).toBeVisible();
});

test('a page rendered for everybody is taken over as it is; the flag comes right after', async () => {
  const problems = vi.spyOn(console, 'error');
  const page = (
    <MemoryRouter>
      <AccountControl />
    </MemoryRouter>
  );
  const root = document.body.appendChild(document.createElement('div'));
  setLoginFlag(true);
  root.innerHTML = renderToString(page);
  expect(root).toHaveTextContent('My Account');
  const hydrated = await act(async () => hydrateRoot(root, page));
  expect(root).toHaveTextContent('Logout');
  expect(problems).not.toHaveBeenCalled();
  act(() => hydrated.unmount());
  root.remove();
});
