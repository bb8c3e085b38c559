import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { LeaveQuestion } from './LeaveQuestion';
import { LeftAsOneContext } from './unsaved';

interface AskedBeforeLeftProps {
  onLeave: () => void;
  /** `leave` asks first if something is unsaved. */
  children: (leave: () => boolean, isSending: boolean) => ReactNode;
}

/** Guards something that closes as a whole, such as a dialog: asks before unsaved text is lost, and reports when a form is sending. */
export function AskedBeforeLeft({ onLeave, children }: AskedBeforeLeftProps) {
  const [unsaved] = useState(() => new Set<object>());
  const [isAsking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);

  function leave(): boolean {
    const isSaved = unsaved.size === 0;
    if (isSaved) onLeave();
    else setAsking(true);
    return isSaved;
  }

  return (
    <LeftAsOneContext value={{ unsaved, leave, setSending }}>
      {children(leave, isSending)}
      {isAsking && (
        <LeaveQuestion
          onStay={() => setAsking(false)}
          onLeave={() => {
            // Closes the question first. Under an open question, the focus could not be given back.
            flushSync(() => setAsking(false));
            onLeave();
          }}
        />
      )}
    </LeftAsOneContext>
  );
}
