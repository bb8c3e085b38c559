import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

/** The texts of every labelled control. */
export interface FieldTexts {
  label: string;
  hint?: string | undefined;
  /** True if the value may not stay empty. */
  required?: boolean | undefined;
  /** The problem of the value, shown next to the field until the value is checked again. */
  problem?: string | undefined;
}

interface FieldFrameProps extends FieldTexts {
  /** Renders the control with the attributes that connect it to its texts. */
  children: (control: {
    id: string;
    'aria-required': true | undefined;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A control of a form with its label, its hint and its problem. */
export function FieldFrame({ label, hint, required = false, problem, children }: FieldFrameProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-required': required || undefined,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
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
