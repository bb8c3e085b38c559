import { useEffect } from 'react';
import { type CloseButtonProps, ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { messagesWords } from '#words/messages';
import type { ToastAreaId } from '../messages/plain_messages';
import './Toasts.css';

export { toast } from 'react-toastify/unstyled';

interface ToastsProps {
  id: ToastAreaId;
  /** How many messages stand at once. */
  limit: number;
  /** Called when this place can show messages; answers what to call when it no longer can. */
  onOpen: (id: ToastAreaId) => () => void;
}

/** In the place of the library's button, which is called "close" in every language. */
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

/** The library's list of messages, set up as the shop wants it. */
export default function Toasts({ id, limit, onOpen }: ToastsProps) {
  // Runs after the effects of the list inside, which makes itself known to the library.
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
      // Only from who listens: the style sheet shows it all the same. The library names it in English.
      hideProgressBar
      aria-label={messagesWords.area}
    />
  );
}
