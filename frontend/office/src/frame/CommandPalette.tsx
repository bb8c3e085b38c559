import { lazy, Suspense, useEffect } from 'react';
import type { Me } from '../api/types';
import { Dialog } from '../ui/Dialog';

interface PaletteProps {
  me: Me;
  open: boolean;
  onClose: () => void;
}

const load = () => import('./PaletteGoals');
const PaletteGoals = lazy(load);

/** Finds a page by its name, and orders, messages and shoppers by a number, a name, a mobile number or an e-mail address. Its code comes when the page stands. */
export function CommandPalette({ me, open, onClose }: PaletteProps) {
  useEffect(() => void load(), []);
  return (
    <Dialog open={open} title="Go to" onClose={onClose}>
      {open && (
        <Suspense fallback={<p role="status">One moment…</p>}>
          <PaletteGoals me={me} onClose={onClose} />
        </Suspense>
      )}
    </Dialog>
  );
}
