import { use, useEffect } from 'react';
import { FormRefusal, type Refused } from 'shared/forms/FormRefusal';
import button from './button.module.css';
import styles from './form.module.css';
import { LeftAsOneContext, useUnsaved } from './unsaved';

interface FormFootProps {
  refusal: Refused | undefined;
  sending: boolean;
  /** What is sent. */
  label: string;
  /** Whether it cannot be sent as things stand. */
  blocked?: boolean;
  /** Whether something was typed that is not saved yet. */
  isUnsaved?: boolean;
  /** Whether it ends or deletes something. */
  isDanger?: boolean;
  onCancel?: (() => void) | undefined;
}

/** The end of a form: why it was refused, and its buttons. What is typed is asked about before it is left; while it is sent it is not left. */
export function FormFoot({
  refusal,
  sending,
  label,
  blocked = false,
  isUnsaved = false,
  isDanger = false,
  onCancel,
}: FormFootProps) {
  const around = use(LeftAsOneContext);
  useUnsaved(isUnsaved);
  const setSending = around?.setSending;
  useEffect(() => {
    setSending?.(sending);
    return () => setSending?.(false);
  }, [setSending, sending]);
  return (
    <>
      <FormRefusal refusal={refusal} />
      <div className={styles.buttons}>
        {onCancel && (
          <button
            type="button"
            className={button.quiet}
            disabled={sending}
            onClick={around ? around.leave : onCancel}
          >
            Back
          </button>
        )}
        <button
          type="submit"
          className={isDanger ? button.danger : button.primary}
          disabled={blocked}
          aria-disabled={sending || undefined}
        >
          {sending ? 'One moment…' : label}
        </button>
      </div>
    </>
  );
}
