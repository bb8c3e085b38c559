import { useEffect } from 'react';
import { type CloseButtonProps, ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { messagesWords } from '#words/messages';
import type { ToastAreaId } from '../messages/plain_messages';
import './Toasts.css';

export { toast } from 'react-toastify/unstyled';

interface ToastsProps {
  id: ToastAreaId;
  /** The most messages shown at once. */
  limit: number;
  /** Called when this area can show messages. Returns a function to call when it no longer can. */
  onOpen: (id: ToastAreaId) => () => void;
}

/** Replaces the library's close button, which has an English label in every language. */
function Close({ closeToast, theme }: CloseButtonProps) {
  return (
    <button
      type="button"
      className={`Toastify__close-button Toastify__close-button--${theme}`}
      aria-label={messagesWords.close}
      onClick={(event) => {
        event.stopPropagation();
        closeToast(true);
      }}
    >
      <span aria-hidden="true">×</span>
    </button>
  );
}

/** The library's toast container with the shop's settings. */
export default function Toasts({ id, limit, onOpen }: ToastsProps) {
  // Runs after the effects of the container, which registers with the library.
  useEffect(() => onOpen(id), [onOpen, id]);
  return (
    <ToastContainer
      containerId={id}
      position="top-right"
      limit={limit}
      newestOnTop
      pauseOnHover
      pauseOnFocusLoss
      closeOnClick
      closeButton={Close}
      // Hidden from screen readers only; the style sheet still shows it. The library's label is English.
      hideProgressBar
      aria-label={messagesWords.area}
    />
  );
}
