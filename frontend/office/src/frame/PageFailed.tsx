import { useRouteError } from 'react-router';
import button from '../ui/button.module.css';
import styles from './Starting.module.css';

/** Shown if a page fails or its code does not load. After a release, its files may have other names. */
export function PageFailed() {
  const error = useRouteError();
  const words = error instanceof Error ? error.message : '';
  return (
    <div className={styles.failed} role="alert">
      <title>Something failed · Office</title>
      <h1>This page did not open</h1>
      <p>Nothing was changed. The office may have been updated: load the page again.</p>
      {words && <p>{words}</p>}
      <button type="button" className={button.primary} onClick={() => window.location.reload()}>
        Load again
      </button>
    </div>
  );
}
