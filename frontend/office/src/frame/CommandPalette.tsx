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

/** Finds a page by its name, and an order by its number, name, mobile number or pincode. Its code comes when the page stands. */
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
