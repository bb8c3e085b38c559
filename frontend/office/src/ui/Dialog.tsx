import { type DialogProps, Dialog as SharedDialog } from 'shared/ui/Dialog';
import { Messages } from '../messages/Messages';
import { AskedBeforeLeft } from './AskedBeforeLeft';

interface OfficeDialogProps extends Omit<DialogProps, 'messages' | 'onClose'> {
  /** Called on close, after the question about unsaved text. */
  onClose: () => void;
}

/** A dialog with messages. It does not close over unsaved text without a question, nor while it is sending. */
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
