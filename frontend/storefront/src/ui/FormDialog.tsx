import { type FormEventHandler, type ReactNode, useId } from 'react';
import { FormRefusal, type Refused } from 'shared/forms/FormRefusal';
import button from 'shared/ui/button.module.css';
import { Dialog } from './Dialog';
import styles from './FormDialog.module.css';

interface FormDialogProps {
  open: boolean;
  title: string;
  /** What is asked, above the fields. */
  text: ReactNode;
  /** How the form stands. */
  form: {
    onSubmit: FormEventHandler<HTMLFormElement>;
    refusal: Refused | undefined;
    sending: boolean;
  };
  /** What the buttons say: the one that leaves everything as it is, the one that sends, and the same while it does. */
  keep: string;
  submit: string;
  submitting: string;
  /** The button that leaves everything as it is has the focus first. */
  keepFirst?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

/** A dialog with a form in it, which stays while it is sent. */
export function FormDialog(props: FormDialogProps) {
  const { open, title, text, form, keep, submit, submitting, keepFirst = false, onClose, children } = props;
  const { onSubmit, refusal, sending } = form;
  const textId = useId();
  return (
    <Dialog open={open} title={title} describedBy={textId} busy={sending} onClose={onClose}>
      <form className={styles.form} method="post" noValidate onSubmit={onSubmit}>
        <p id={textId}>{text}</p>
        {children}
        <FormRefusal refusal={refusal} />
        <div className={styles.buttons}>
          <button
            type="button"
            className={button.outline}
            data-autofocus={keepFirst || undefined}
            disabled={sending}
            onClick={onClose}
          >
            {keep}
          </button>
          <button type="submit" className={button.primary} aria-disabled={sending || undefined}>
            {sending ? submitting : submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
