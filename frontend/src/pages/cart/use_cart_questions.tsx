import { useState } from 'react';
import { cartMessages } from '../../messages/cart';
import { notifySuccess } from '../../notify';
import type { CartItem } from '../../rules/cart_items';
import { packLabel } from '../../rules/weight';
import { clearCart, removeFromCart } from '../../stores/cart';
import { ConfirmDialog } from '../../ui/ConfirmDialog';

interface Question {
  title: string;
  text: string;
  /** What a yes does. */
  act: () => void;
  /** What the shopper then reads. */
  done: string;
}

/** The questions of the cart page, asked before anything is taken out of the cart. */
export function useCartQuestions() {
  const [question, setQuestion] = useState<Question>();
  // Outlives the answer, so that the text stands while the dialog goes away.
  const [open, setOpen] = useState(false);

  function ask(next: Question) {
    setQuestion(next);
    setOpen(true);
  }

  function confirm() {
    setOpen(false);
    question?.act();
    if (question) notifySuccess(question.done);
    // What had the focus is gone with the item.
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  return {
    askRemove: (item: CartItem) =>
      ask({
        title: cartMessages.removeTitle,
        text: cartMessages.removeText(`${item.productName}, ${packLabel(item.selectedWeight)}`),
        act: () => removeFromCart(item),
        done: cartMessages.itemRemoved,
      }),
    askClear: () =>
      ask({
        title: cartMessages.clearTitle,
        text: cartMessages.clearText,
        act: clearCart,
        done: cartMessages.cleared,
      }),
    dialog: (
      <ConfirmDialog
        open={open}
        title={question?.title ?? ''}
        text={question?.text ?? ''}
        onCancel={() => setOpen(false)}
        onConfirm={confirm}
      />
    ),
  };
}
