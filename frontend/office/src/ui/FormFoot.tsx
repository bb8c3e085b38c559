import { use, useEffect } from 'react';
import { FormRefusal, type Refused } from 'shared/forms/FormRefusal';
import button from './button.module.css';
import styles from './form.module.css';
import { LeftAsOneContext, useUnsaved } from './unsaved';

interface FormFootProps {
  refusal: Refused | undefined;
  sending: boolean;
  /** The label of the send button. */
  label: string;
  /** True if the form cannot be sent now. */
  blocked?: boolean;
  /** True if something typed is not saved yet. */
  isUnsaved?: boolean;
  /** True if sending ends or deletes something. */
  isDanger?: boolean;
  onCancel?: (() => void) | undefined;
}

/** The end of a form: its refusal and its buttons. It guards unsaved text, and keeps the form open while it is sending. */
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
