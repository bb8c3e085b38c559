import { type FormEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import button from './button.module.css';
import { CodeCamera } from './CodeCamera';
import styles from './ScanField.module.css';

interface ScanFieldProps {
  label: string;
  /** Called with a scanned or typed code, without surrounding spaces. */
  onCode: (code: string) => void;
  /** The input, for a page that moves the focus to it. */
  inputRef?: Ref<HTMLInputElement>;
}

/** The field for codes: a scanner types them and presses Enter, a person types them, a phone reads them with its camera. */
export function ScanField({ label, onCode, inputRef }: ScanFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(inputRef, () => input.current, []);
  const [typed, setTyped] = useState('');

  // Takes the focus back from a button or form that may be gone, so that the next code arrives here.
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
