import { useEffect } from 'react';
import { ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { generalMessages } from '../messages/general';
import { MAX_TOASTS, openToastArea, type ToastAreaId } from '../notify';
import './Toasts.css';

export { toast } from 'react-toastify/unstyled';

/** The library's list of messages, set up as the shop wants it. */
export default function Toasts({ id }: { id: ToastAreaId }) {
  // Runs after the effects of the list inside, which makes itself known to the library.
  useEffect(() => openToastArea(id), [id]);
  return (
    <ToastContainer
      containerId={id}
      position="top-right"
      limit={MAX_TOASTS}
      newestOnTop
      pauseOnHover
      pauseOnFocusLoss
      closeOnClick
      aria-label={generalMessages.notifications}
    />
  );
}
