import type { ReactNode } from 'react';
import styles from './PageHead.module.css';

interface PageHeadProps {
  title: string;
  /** What stands beside the heading: a state, a number. */
  beside?: ReactNode;
  /** What can be done on the page. */
  children?: ReactNode;
}

/** The heading of a page, which also names the tab. */
export function PageHead({ title, beside, children }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <title>{`${title} · Office`}</title>
      <h1>{title}</h1>
      {beside}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
