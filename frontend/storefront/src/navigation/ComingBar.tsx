import { useContext, useEffect, useState } from 'react';
import { startWords } from '#words/start';
import styles from './ComingBar.module.css';
import { ComingContext } from './coming';

/** What comes sooner feels immediate, and a bar would only flicker. */
const PATIENCE_MS = 150;

/** A thin bar at the top while a page that was asked for is on its way, so that a tap is seen to have been taken. */
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
