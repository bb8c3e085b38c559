import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Dialog } from './Dialog';

/** An order with a step that a dialog asks about. The step disappears a moment after the dialog. */
function Order() {
  const [isOpen, setIsOpen] = useState(false);
  const [isSent, setIsSent] = useState(false);
  return (
    <main tabIndex={-1}>
      {!isSent && (
        <button type="button" onClick={() => setIsOpen(true)}>
          Ship…
        </button>
      )}
      <button type="button">Label</button>
      {isOpen && (
        <Dialog open title="Ship it" onClose={() => setIsOpen(false)}>
          <button
            type="button"
            onClick={() => {
              setIsOpen(false);
              queueMicrotask(() => setIsSent(true));
            }}
          >
            Send
          </button>
        </Dialog>
      )}
    </main>
  );
}

test('keyboard users go on in the page when the button that opened the dialog is gone', async () => {
  render(<Order />);
  await userEvent.click(screen.getByRole('button', { name: 'Ship…' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('an element focused in the meantime keeps the focus', async () => {
  render(<Order />);
  await userEvent.click(screen.getByRole('button', { name: 'Ship…' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.click(screen.getByRole('button', { name: 'Label' }));
  expect(screen.getByRole('button', { name: 'Label' })).toHaveFocus();
});
