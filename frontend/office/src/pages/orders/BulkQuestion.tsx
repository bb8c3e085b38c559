import { type BulkState, mailsOf } from '../../rules/bulk';
import button from '../../ui/button.module.css';
import { Dialog } from '../../ui/Dialog';
import form from '../../ui/form.module.css';

interface BulkQuestionProps {
  count: number;
  to: BulkState;
  onStart: () => void;
  onClose: () => void;
}

/** Asks before a bulk change, because it cannot be undone. */
export function BulkQuestion({ count, to, onStart, onClose }: BulkQuestionProps) {
  const orders = count === 1 ? '1 order' : `${count} orders`;
  const title = to === 'confirmed' ? `Confirm ${orders}?` : `Mark ${orders} ${to}?`;
  return (
    <Dialog open title={title} onClose={onClose}>
      <div className={form.form}>
        <p>{mailsOf(to)} This cannot be undone.</p>
        <div className={form.buttons}>
          <button type="button" className={button.quiet} onClick={onClose}>
            Back
          </button>
          <button type="button" className={button.primary} data-autofocus="" onClick={onStart}>
            {to === 'confirmed' ? 'Confirm' : `Mark ${to}`}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
