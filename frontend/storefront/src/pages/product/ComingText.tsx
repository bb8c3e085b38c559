import { productWords } from '#words/product';
import { startWords } from '#words/start';
import button from 'shared/ui/button.module.css';
import styles from './ComingText.module.css';

interface ComingTextProps {
  failed: boolean;
  onRetry: () => void;
}

/** The placeholder of a product's texts, or a notice that they did not load. The product can be bought meanwhile. */
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
