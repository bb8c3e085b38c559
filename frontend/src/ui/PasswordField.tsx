import { useState } from 'react';
import { accountWords } from '#words/account';
import { FieldFrame, type FieldTexts } from './FieldFrame';
import { Icon } from './Icon';
import styles from './PasswordField.module.css';

interface PasswordFieldProps extends FieldTexts {
  name: string;
  value: string;
  /** Tells password managers whether to fill in the one they know or to offer a new one. */
  autoComplete: 'current-password' | 'new-password';
  readOnly?: boolean;
  onChange: (value: string) => void;
}

/** A labelled field for a password, which can be looked at. */
export function PasswordField({ label, hint, problem, onChange, ...attributes }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const texts = accountWords;
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
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
            aria-label={shown ? texts.hidePassword : texts.showPassword}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeClosed' : 'eye'} size={22} />
          </button>
        </span>
      )}
    </FieldFrame>
  );
}
