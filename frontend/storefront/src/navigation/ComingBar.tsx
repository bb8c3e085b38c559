import { useContext, useEffect, useState } from 'react';
import { startWords } from '#words/start';
import styles from './ComingBar.module.css';
import { ComingContext } from './coming';

/** The delay before the bar appears. A faster page feels immediate, and the bar would flicker. */
const PATIENCE_MS = 150;

/** A thin progress bar at the top while the next page loads. */
export function ComingBar() {
  const coming = useContext(ComingContext);
  const [late, setLate] = useState(false);

  useEffect(() => {
    if (!coming) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [coming]);

  return late && <div className={styles.bar} role="progressbar" aria-label={startWords.coming} />;
}
