import { type HTMLAttributes, useId } from 'react';
import styles from './Field.module.css';

interface FieldProps {
  name: string;
  label: string;
  hint?: string | undefined;
  /** What is wrong with the value; stands beside the field until the value is checked again. */
  problem?: string | undefined;
  value: string;
  autoComplete: string;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  multiline?: boolean | undefined;
  readOnly?: boolean;
  /** Takes the focus when its dialog opens. */
  autoFocusInDialog?: boolean;
  onChange: (value: string) => void;
}

/** A labelled text field with its hint and its problem. */
export function Field({
  label,
  hint,
  problem,
  multiline = false,
  autoFocusInDialog = false,
  onChange,
  ...attributes
}: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const input = {
    ...attributes,
    id,
    'aria-required': true,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': describedBy || undefined,
    'data-autofocus': autoFocusInDialog || undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {multiline ? <textarea rows={3} {...input} /> : <input type="text" {...input} />}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
