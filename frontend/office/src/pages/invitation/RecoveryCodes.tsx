import { useState } from 'react';
import { notifyDone, notifyFailed } from '../../messages/notify';
import button from '../../ui/button.module.css';
import form from '../../ui/form.module.css';
import { Icon } from '../../ui/Icon';
import { useUnsaved } from '../../ui/unsaved';
import styles from '../entrance.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** The label of the next step. */
  label: string;
  onKept: () => void;
}

/** Shows the recovery codes for a lost phone once, and continues when the staff member has stored them. Until then, leaving asks first. */
export function RecoveryCodes({ codes, label, onKept }: RecoveryCodesProps) {
  const [isKept, setIsKept] = useState(false);
  const text = `${codes.join('\n')}\n`;
  useUnsaved(!isKept);

  async function copy() {
    try {
      // Browsers have no clipboard over plain HTTP.
      await navigator.clipboard.writeText(text);
      notifyDone('The codes are copied.');
    } catch {
      notifyFailed('The browser does not let the codes be copied. Please write them down.');
    }
  }

  return (
    <>
      <p>
        Each of them signs you in once without your phone. <b>They are shown here and never again.</b> Keep
        them where you keep passwords, not on the phone itself.
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={form.buttons}>
        <button type="button" className={button.quiet} onClick={() => void copy()}>
          <Icon name="copy" /> Copy
        </button>
        <button type="button" className={button.quiet} onClick={() => download(text)}>
          <Icon name="next" /> Download
        </button>
        <button type="button" className={button.quiet} onClick={() => window.print()}>
          <Icon name="print" /> Print
        </button>
      </div>
      <label className={form.check}>
        <input type="checkbox" checked={isKept} onChange={({ target }) => setIsKept(target.checked)} />I have
        saved them.
      </label>
      <div className={form.buttons}>
        <button type="button" className={button.primary} disabled={!isKept} onClick={onKept}>
          {label}
        </button>
      </div>
    </>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'office-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}
