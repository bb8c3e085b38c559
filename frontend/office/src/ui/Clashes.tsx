import type { Clash } from '../rules/merged';
import styles from './Clashes.module.css';
import button from './button.module.css';
import form from './form.module.css';

interface ClashesProps<Values extends object> {
  clashes: readonly Clash<Values>[];
  /** Returns the label of a field. */
  labelOf: (key: keyof Values & string) => string;
  onTake: (clash: Clash<Values>) => void;
  onKeep: (clash: Clash<Values>) => void;
}

/** The fields that a colleague changed at the same time. The staff member chooses before anything is overwritten. */
export function Clashes<Values extends object>({ clashes, labelOf, onTake, onKeep }: ClashesProps<Values>) {
  if (clashes.length === 0) return null;
  return (
    <section className={`${form.present} ${styles.clashes}`} aria-label="Changed by a colleague">
      <p>
        <b>A colleague changed this, too.</b> Your text is in the form below. This is theirs:
      </p>
      <ul>
        {clashes.map((clash) => (
          <li key={clash.key}>
            <b>{labelOf(clash.key)}</b>
            <blockquote>{[clash.theirs].flat().join(', ') || '(empty)'}</blockquote>
            <span className={styles.buttons}>
              <button type="button" className={button.quiet} onClick={() => onTake(clash)}>
                Take theirs
              </button>
              <button type="button" className={button.quiet} onClick={() => onKeep(clash)}>
                Keep mine
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
