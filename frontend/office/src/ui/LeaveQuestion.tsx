import { Dialog } from 'shared/ui/Dialog';
import button from './button.module.css';
import form from './form.module.css';

interface LeaveQuestionProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before something that is not saved is lost. */
export function LeaveQuestion({ onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Dialog open title="Leave without saving?" onClose={onStay}>
      <div className={form.form}>
        <p>Unsaved changes are lost.</p>
        <div className={form.buttons}>
          <button type="button" className={button.outline} onClick={onLeave}>
            Leave without saving
          </button>
          <button type="button" className={button.primary} data-autofocus="" onClick={onStay}>
            Stay
          </button>
        </div>
      </div>
    </Dialog>
  );
}
