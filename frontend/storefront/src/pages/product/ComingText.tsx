import { productWords } from '#words/product';
import { startWords } from '#words/start';
import button from 'shared/ui/button.module.css';
import styles from './ComingText.module.css';

interface ComingTextProps {
  failed: boolean;
  onRetry: () => void;
}

/** Stands where a product's texts will, or says that they did not come: what is known of it can be bought meanwhile. */
export function ComingText({ failed, onRetry }: ComingTextProps) {
  if (!failed) return <p className={styles.coming}>{productWords.loading}</p>;
  return (
    <div className={styles.failed} role="alert">
      <p>{productWords.failed}</p>
      <button type="button" className={button.outline} onClick={onRetry}>
        {startWords.retry}
      </button>
    </div>
  );
}
