import { type DialogProps, Dialog as SharedDialog } from 'shared/ui/Dialog';
import { Messages } from '../messages/Messages';

/** A dialog in which messages appear. */
export function Dialog(props: Omit<DialogProps, 'messages'>) {
  return <SharedDialog {...props} messages={props.open && <Messages />} />;
}
