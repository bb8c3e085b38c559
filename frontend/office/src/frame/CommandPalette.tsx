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

/**
 * Finds pages by name, and orders, messages and shoppers by number, name, mobile number or email address. Its code loads after the page.
 */
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
