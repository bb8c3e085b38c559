import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { LeaveQuestion } from './LeaveQuestion';
import { LeftAsOneContext } from './unsaved';

interface AskedBeforeLeftProps {
  onLeave: () => void;
  /** `leave`: asks first where something is not saved. */
  children: (leave: () => boolean, isSending: boolean) => ReactNode;
}

/** What is left as a whole, such as a dialog: nothing that was typed in it is lost without a question, and nothing that is being sent is left. */
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
            // One after the other: under a question that is still open nothing gets the focus back.
            flushSync(() => setAsking(false));
            onLeave();
          }}
        />
      )}
    </LeftAsOneContext>
  );
}
