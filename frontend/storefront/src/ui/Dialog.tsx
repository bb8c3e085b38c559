import { Dialog as ModalDialog, type DialogProps } from 'shared/ui/Dialog';
import { useHeldPage } from '../navigation/use_held_page';
import { ToastArea } from './ToastArea';

/** A dialog with a toast area. While it is busy, the page cannot be left. */
export function Dialog(props: Omit<DialogProps, 'messages'>) {
  useHeldPage(props.open && Boolean(props.busy));
  return <ModalDialog {...props} messages={<ToastArea id="dialog" />} />;
}
