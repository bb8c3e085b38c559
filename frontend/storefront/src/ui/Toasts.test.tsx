import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messagesWords } from '#words/messages';
import { MAX_TOASTS, notifyInfo, openToastArea } from '../messages/notify';
import Toasts from './Toasts';

test('twenty messages stand at the top right, and further ones wait', async () => {
  render(<Toasts id="page" limit={MAX_TOASTS} onOpen={openToastArea} />);
  for (let number = 1; number <= 22; number++) notifyInfo(`Message ${number}`);
  expect(await screen.findByText('Message 20')).toBeVisible();
  expect(screen.getAllByText(/^Message /)).toHaveLength(20);
  expect(screen.queryByText('Message 21')).toBeNull();
  const list = screen.getByText('Message 1').closest('.Toastify__toast-container');
  expect(list).toHaveClass('Toastify__toast-container--top-right');
});

test('a message is closed by a button that says so, and its timer is not heard', async () => {
  render(<Toasts id="page" limit={MAX_TOASTS} onOpen={openToastArea} />);
  notifyInfo('Read me');
  const message = (await screen.findByText('Read me')).closest<HTMLElement>('.Toastify__toast');
  if (!message) throw new Error('the message stands in no list');
  expect(within(message).getByRole('button')).toHaveAccessibleName(messagesWords.close);
  expect(within(message).queryByRole('progressbar')).toBeNull();
});
