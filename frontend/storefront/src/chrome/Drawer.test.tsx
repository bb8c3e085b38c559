import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { notifyError } from '../messages/notify';
import { Drawer } from './Drawer';

vi.mock('../messages/notify');
vi.mock('./DrawerPanel', () => {
  throw new Error('no connection');
});

test('a drawer whose code cannot be loaded says so', async () => {
  render(<Drawer />, { wrapper: MemoryRouter });
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  await waitFor(() => expect(notifyError).toHaveBeenCalledOnce());
  expect(screen.queryByRole('dialog')).toBeNull();
});
