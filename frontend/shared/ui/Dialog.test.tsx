import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './Dialog';

const beside = { clientX: 500, clientY: 100 };
const inside = { clientX: 50, clientY: 700 };

function open(busy = false) {
  const onClose = vi.fn();
  render(
    <Dialog open title="Menu" busy={busy} onClose={onClose}>
      text
      <button type="submit">Submit</button>
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog');
  vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 800));
  return { dialog, onClose };
}

function press(element: Element, from: object, to: object) {
  fireEvent.pointerDown(element, from);
  fireEvent.click(element, to);
}

test('a press beside a dialog closes it with its end, so that nothing else gets it', () => {
  const { dialog, onClose } = open();
  fireEvent.pointerDown(dialog, beside);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(dialog, beside);
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ['where the dialog is empty', inside, inside],
  ['that begins inside, as when text is marked', inside, beside],
  ['that ends inside', beside, inside],
])('a press %s does not close it', (_, from, to) => {
  const { dialog, onClose } = open();
  press(dialog, from, to);
  expect(onClose).not.toHaveBeenCalled();
});

test('while something runs no press closes it', () => {
  const { dialog, onClose } = open(true);
  press(dialog, beside, beside);
  expect(onClose).not.toHaveBeenCalled();
});

test('while something runs the browser itself does not close it either, and the focus stays', () => {
  const { dialog, onClose } = open(true);
  const text = screen.getByRole('button', { name: 'Submit' });
  text.focus();
  // The first Escape can be cancelled. A second one without other input in between cannot, nor can a phone's back gesture.
  expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
  (dialog as HTMLDialogElement).close();
  expect(dialog).toHaveAttribute('open');
  expect(text).toHaveFocus();
  expect(onClose).not.toHaveBeenCalled();
  expect(fireEvent.keyDown(text, { key: 'Escape' })).toBe(false);
  expect(fireEvent.keyDown(text, { key: 'Tab' })).toBe(true);
});

test('word of an earlier closing does not close a dialog that is open anew', () => {
  const { dialog, onClose } = open();
  fireEvent(dialog, new Event('close'));
  expect(onClose).not.toHaveBeenCalled();
  (dialog as HTMLDialogElement).close();
  expect(onClose).toHaveBeenCalledOnce();
});

test('one that is taken out of the page while it is open is closed first, so that the focus goes back, and asks for nothing', () => {
  const onClose = vi.fn();
  const { rerender } = render(
    <Dialog open title="Menu" onClose={onClose}>
      text
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog') as HTMLDialogElement;
  let wasInPage = false;
  dialog.addEventListener('close', () => {
    wasInPage = dialog.isConnected;
  });
  rerender(<p>page</p>);
  expect(dialog.open).toBe(false);
  expect(wasInPage).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
});

test('one whose owner says no stays open, with the focus where it was', () => {
  const onClose = vi.fn(() => false);
  render(
    <Dialog open title="Menu" onClose={onClose}>
      <button type="button">First</button>
      <button type="button">Second</button>
    </Dialog>,
  );
  const second = screen.getByRole('button', { name: 'Second' });
  second.focus();
  const dialog = screen.getByRole('dialog') as HTMLDialogElement;
  dialog.close();
  expect(onClose).toHaveBeenCalledOnce();
  expect(dialog.open).toBe(true);
  expect(second).toHaveFocus();
});
