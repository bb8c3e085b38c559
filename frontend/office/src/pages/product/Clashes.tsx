import { fieldLabel } from '../../rules/products';
import button from '../../ui/button.module.css';
import form from '../../ui/form.module.css';
import styles from './product.module.css';
import type { Clash } from './product_form';

interface ClashesProps {
  clashes: readonly Clash[];
  onTake: (clash: Clash) => void;
  onKeep: (clash: Clash) => void;
}

/** Parts of a product that somebody else changed while they were changed here: nothing is written over before it was read. */
export function Clashes({ clashes, onTake, onKeep }: ClashesProps) {
  if (clashes.length === 0) return null;
  return (
    <section className={`${form.present} ${styles.clashes}`} aria-label="Changed by somebody else">
      <p>
        <b>Somebody else changed this, too.</b> Your words are below in the form; these are theirs:
      </p>
      <ul>
        {clashes.map((clash) => (
          <li key={clash.key}>
            <b>{fieldLabel(clash.key)}</b>
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
