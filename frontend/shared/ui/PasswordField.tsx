import { useState } from 'react';
import { passwordWords } from '#words/password';
import { FieldFrame, type FieldTexts } from './FieldFrame';
import { Outline } from './Outline';
import styles from './PasswordField.module.css';

const EYE =
  'M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z';
const EYE_CLOSED =
  'M4 4l16 16M9.9 6a9.6 9.6 0 0 1 2.1-.2c6 0 9.5 6.2 9.5 6.2a16 16 0 0 1-3 3.6M6.6 7.6A16 16 0 0 0 2.5 12S6 18.2 12 18.2a9.4 9.4 0 0 0 4-.9M10 10a2.8 2.8 0 0 0 4 4';

interface PasswordFieldProps extends FieldTexts {
  name: string;
  value: string;
  /** Tells password managers whether to fill in the known password or to offer a new one. */
  autoComplete: 'current-password' | 'new-password';
  readOnly?: boolean;
  onChange: (value: string) => void;
}

/** A labelled password field that can show its text. */
export function PasswordField({
  label,
  hint,
  required,
  problem,
  onChange,
  ...attributes
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame label={label} hint={hint} required={required} problem={problem}>
      {(control) => (
        <span className={styles.password}>
          <input
            {...attributes}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
          <button
            type="button"
            aria-label={shown ? passwordWords.hide : passwordWords.show}
            onClick={() => setShown(!shown)}
          >
            <Outline path={shown ? EYE_CLOSED : EYE} size={22} />
          </button>
        </span>
      )}
    </FieldFrame>
  );
}
