import type { ReactNode } from 'react';
import { usePageHead } from '../../navigation/use_page_head';
import styles from './AccountView.module.css';

interface AccountViewProps {
  title: string;
  intro: string;
  children: ReactNode;
}

/** The frame that the pages of the account share. */
export function AccountView({ title, intro, children }: AccountViewProps) {
  usePageHead(title, intro);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.words}>
        <h1>{title}</h1>
        <p>{intro}</p>
        <div className={styles.arch} aria-hidden="true">
          <img src="/favicon.svg" alt="" width={144} height={144} />
        </div>
      </div>
      {children}
    </div>
  );
}
