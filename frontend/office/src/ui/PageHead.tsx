import type { ReactNode } from 'react';
import styles from './PageHead.module.css';

interface PageHeadProps {
  title: string;
  /** Shown next to the heading, such as a status or a number. */
  beside?: ReactNode;
  /** The actions of the page. */
  children?: ReactNode;
}

/** The heading of a page, also used as the title of the tab. */
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
