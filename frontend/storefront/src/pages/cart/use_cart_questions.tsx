import { useLayoutEffect, useRef, useState } from 'react';
import { cartWords } from '#words/cart';
import { notifySuccess } from '../../messages/notify';
import { type CartItem, isSameLine } from '../../rules/cart_items';
import { packLabel } from '../../rules/weight';
import { useCart } from '../../stores/cart';
import { clearCart, removeFromCart } from '../../stores/cart_changes';
import { ConfirmDialog } from 'shared/ui/ConfirmDialog';
import { ToastArea } from '../../ui/ToastArea';

interface Question {
  title: string;
  text: string;
  /** The action after Confirm. */
  act: () => void;
  /** The message after the action. */
  done: string;
}

/** The questions of the cart page before lines are removed. */
export function useCartQuestions() {
  const cart = useRef<HTMLDivElement>(null);
  const row = useRef(0);
  const taken = useRef(false);
  const [question, setQuestion] = useState<Question>();
  // Separate from the question, so that its text stays while the dialog closes.
  const [open, setOpen] = useState(false);

  function ask(next: Question) {
    setQuestion(next);
    setOpen(true);
  }

  function confirm() {
    setOpen(false);
    question?.act();
    if (question) notifySuccess(question.done);
    taken.current = true;
  }

  function remove(item: CartItem) {
    row.current = rowOf(item);
    removeFromCart(item);
    notifySuccess(cartWords.itemRemoved);
    taken.current = true;
  }

  // Runs after the row is gone and the dialog is closed. The dialog returns the focus to a button that is gone with its item.
  useLayoutEffect(() => {
    if (open || !taken.current) return;
    taken.current = false;
    // The checkout dialog over the rows has moved the focus itself.
    if (!document.activeElement?.closest('dialog')) focusRow(cart.current, row.current);
  });

  return {
    /** The element with the rows and their heading. */
    cart,
    /** Removes a line without a question, for lines that cannot be bought. */
    remove,
    askRemove: (item: CartItem) => {
      row.current = rowOf(item);
      ask({
        title: cartWords.removeTitle,
        text: cartWords.removeText(`${item.productName}, ${packLabel(item.selectedWeight)}`),
        act: () => removeFromCart(item),
        done: cartWords.itemRemoved,
      });
    },
    askClear: () =>
      ask({
        title: cartWords.clearTitle,
        text: cartWords.clearText,
        act: clearCart,
        done: cartWords.cleared,
      }),
    dialog: (
      <ConfirmDialog
        open={open}
        title={question?.title ?? ''}
        text={question?.text ?? ''}
        messages={<ToastArea id="dialog" />}
        onCancel={() => setOpen(false)}
        onConfirm={confirm}
      />
    ),
  };
}

function rowOf(item: CartItem): number {
  return useCart.getState().items.findIndex((line) => isSameLine(line, item));
}

/** Moves the focus to the row after the removed one, to the last row, or to the heading if none is left. */
function focusRow(cart: HTMLElement | null, removed: number): void {
  const rows = [...(cart?.querySelectorAll<HTMLElement>('li > button') ?? [])];
  const next = rows[removed] ?? rows.at(-1) ?? cart?.querySelector<HTMLElement>('h1');
  next?.focus();
}
