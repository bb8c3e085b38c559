import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import button from './button.module.css';
import { CodeCamera } from './CodeCamera';
import styles from './ScanField.module.css';

interface ScanFieldProps {
  label: string;
  /** Hears a code that was scanned or typed, without blanks around it. */
  onCode: (code: string) => void;
}

/** Where codes arrive: a scanner types them and presses Enter, a person types them, a phone reads them with its camera. */
export function ScanField({ label, onCode }: ScanFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');

  // A button or a form that was sent had the focus, and may be gone: the next code comes here all the same.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the label changes with what is scanned next
  useEffect(() => input.current?.focus(), [label]);

  function send(event: FormEvent) {
    event.preventDefault();
    const code = typed.trim();
    setTyped('');
    input.current?.focus();
    if (code) onCode(code);
  }

  return (
    <div className={styles.scan}>
      <form onSubmit={send}>
        <label htmlFor={id}>{label}</label>
        <div>
          <input
            ref={input}
            id={id}
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            onChange={({ target }) => setTyped(target.value)}
          />
          <button type="submit" className={button.quiet}>
            Enter
          </button>
        </div>
      </form>
      <CodeCamera onCode={onCode} />
    </div>
  );
}
