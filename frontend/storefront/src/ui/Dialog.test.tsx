import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { notifyError } from '../messages/notify';
import { Dialog } from './Dialog';

function dialog(busy: boolean) {
  return (
    <Dialog open title="Check out" busy={busy} onClose={() => {}}>
      text
    </Dialog>
  );
}

test('a message appears in the dialog that is open', async () => {
  render(dialog(false));
  notifyError('in the dialog');
  expect((await screen.findByText('in the dialog')).closest('dialog')).not.toBeNull();
});

test('while it is busy the browser asks before the page is left', () => {
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { rerender } = render(dialog(true));
  expect(leave()).toBe(false);
  rerender(dialog(false));
  expect(leave()).toBe(true);
});
