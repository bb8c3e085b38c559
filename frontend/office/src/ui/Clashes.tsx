import type { Clash } from '../rules/merged';
import styles from './Clashes.module.css';
import button from './button.module.css';
import form from './form.module.css';

interface ClashesProps<Values extends object> {
  clashes: readonly Clash<Values>[];
  /** What a part is called. */
  labelOf: (key: keyof Values & string) => string;
  onTake: (clash: Clash<Values>) => void;
  onKeep: (clash: Clash<Values>) => void;
}

/** Parts of a thing that somebody else changed while they were changed here: nothing is written over before it was read. */
export function Clashes<Values extends object>({ clashes, labelOf, onTake, onKeep }: ClashesProps<Values>) {
  if (clashes.length === 0) return null;
  return (
    <section className={`${form.present} ${styles.clashes}`} aria-label="Changed by somebody else">
      <p>
        <b>Somebody else changed this, too.</b> Your words are below in the form; these are theirs:
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
