import { type DialogProps, Dialog as SharedDialog } from 'shared/ui/Dialog';
import { Messages } from '../messages/Messages';
import { AskedBeforeLeft } from './AskedBeforeLeft';

interface OfficeDialogProps extends Omit<DialogProps, 'messages' | 'onClose'> {
  /** It is closed: what was typed in it was asked about. */
  onClose: () => void;
}

/** A dialog in which messages appear, and which is not closed over what is typed or being sent. */
export function Dialog({ onClose, busy = false, ...props }: OfficeDialogProps) {
  return (
    <AskedBeforeLeft onLeave={onClose}>
      {(leave, isSending) => (
        <SharedDialog
          {...props}
          busy={busy || isSending}
          messages={props.open && <Messages />}
          onClose={leave}
        />
      )}
    </AskedBeforeLeft>
  );
}
