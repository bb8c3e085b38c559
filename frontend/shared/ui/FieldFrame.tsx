import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

/** What every labelled control of a form has beside it. */
export interface FieldTexts {
  label: string;
  hint?: string | undefined;
  /** Whether it may not stay empty. */
  required?: boolean | undefined;
  /** What is wrong with the value; stands beside the field until the value is checked again. */
  problem?: string | undefined;
}

interface FieldFrameProps extends FieldTexts {
  /** Draws the control with the attributes that tie it to its texts. */
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
