import { Dialog as ModalDialog, type DialogProps } from 'shared/ui/Dialog';
import { useHeldPage } from '../navigation/use_held_page';
import { ToastArea } from './ToastArea';

/** A dialog of the shop: it has a place for messages, and while it is busy the page that it is on is not left either. */
export function Dialog(props: Omit<DialogProps, 'messages'>) {
  useHeldPage(props.open && Boolean(props.busy));
  return <ModalDialog {...props} messages={<ToastArea id="dialog" />} />;
}
