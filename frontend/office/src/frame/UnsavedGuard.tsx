import { type BlockerFunction, useBlocker } from 'react-router';
import { LeaveQuestion } from '../ui/LeaveQuestion';
import { isPageUnsaved } from '../ui/unsaved';

/** Another page loses typed text. Another fragment of the same page, such as the skip link's, does not. */
const isLoss: BlockerFunction = ({ currentLocation: here, nextLocation: next }) =>
  (here.pathname !== next.pathname || here.search !== next.search) && isPageUnsaved();

/** Asks before a link or Back leaves a page with unsaved text. */
export function UnsavedGuard() {
  const blocker = useBlocker(isLoss);
  if (blocker.state !== 'blocked') return null;
  return <LeaveQuestion onStay={blocker.reset} onLeave={blocker.proceed} />;
}
