import { type FormEventHandler, type ReactNode, useId } from 'react';
import { FormRefusal, type Refused } from 'shared/forms/FormRefusal';
import button from 'shared/ui/button.module.css';
import { Dialog } from './Dialog';
import styles from './FormDialog.module.css';

interface FormDialogProps {
  open: boolean;
  title: string;
  /** The question above the fields. */
  text: ReactNode;
  /** The state of the form. */
  form: {
    onSubmit: FormEventHandler<HTMLFormElement>;
    refusal: Refused | undefined;
    sending: boolean;
  };
  /** The labels of the cancel button, of the submit button, and of that while it sends. */
  keep: string;
  submit: string;
  submitting: string;
  /** True if the cancel button gets the initial focus. */
  keepFirst?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

/** A dialog with a form. It stays open while the form is sent. */
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
