import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { notifyError } from '../messages/notify';
import { ToastArea } from './ToastArea';

function dialogWith(children?: React.ReactNode) {
  return (
    <>
      <ToastArea id="page" />
      {children && <dialog open>{children}</dialog>}
    </>
  );
}

test('a message for a dialog whose place is not there yet waits for it', async () => {
  const { rerender } = render(dialogWith());
  notifyError('before');
  await screen.findByText('before');
  rerender(dialogWith(<ToastArea id="dialog" />));
  notifyError('in the dialog');
  expect((await screen.findByText('in the dialog')).closest('dialog')).not.toBeNull();
});

test('a message that waits for a dialog that closes appears on the page', async () => {
  const { rerender } = render(dialogWith());
  notifyError('first');
  await screen.findByText('first');
  rerender(dialogWith(<ToastArea id="dialog" />));
  notifyError('too late for the dialog');
  rerender(dialogWith());
  expect((await screen.findByText('too late for the dialog')).closest('dialog')).toBeNull();
});

test('a message whose code does not come is told in plain words', async () => {
  vi.resetModules();
  vi.doMock('./Toasts', () => {
    throw new Error('no connection');
  });
  const { ToastArea: Fresh } = await import('./ToastArea');
  const notify = await import('../messages/notify');
  render(<Fresh id="page" />);
  notify.notifyShoppingError('No connection.');
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection.');
  vi.doUnmock('./Toasts');
});
