import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MAX_TOASTS, notifyInfo, openToastArea } from '../notify';
import Toasts from './Toasts';

test('twenty messages stand at the top right, and what is more waits', async () => {
  render(<Toasts id="page" limit={MAX_TOASTS} onOpen={openToastArea} />);
  for (let number = 1; number <= 22; number++) notifyInfo(`Message ${number}`);
  expect(await screen.findByText('Message 20')).toBeVisible();
  expect(screen.getAllByText(/^Message /)).toHaveLength(20);
  expect(screen.queryByText('Message 21')).toBeNull();
  const list = screen.getByText('Message 1').closest('.Toastify__toast-container');
  expect(list).toHaveClass('Toastify__toast-container--top-right');
});
