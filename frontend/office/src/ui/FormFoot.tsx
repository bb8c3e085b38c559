import { FormRefusal, type Refused } from 'shared/forms/FormRefusal';
import button from './button.module.css';
import styles from './form.module.css';

interface FormFootProps {
  refusal: Refused | undefined;
  sending: boolean;
  /** What is sent. */
  label: string;
  /** Whether it cannot be sent as things stand. */
  blocked?: boolean;
  onCancel?: (() => void) | undefined;
}

/** The end of a form: why it was refused, and its buttons. */
export function FormFoot({ refusal, sending, label, blocked = false, onCancel }: FormFootProps) {
  return (
    <>
      <FormRefusal refusal={refusal} />
      <div className={styles.buttons}>
        {onCancel && (
          <button type="button" className={button.quiet} onClick={onCancel}>
            Back
          </button>
        )}
        <button
          type="submit"
          className={button.primary}
          disabled={blocked}
          aria-disabled={sending || undefined}
        >
          {sending ? 'One moment…' : label}
        </button>
      </div>
    </>
  );
}
