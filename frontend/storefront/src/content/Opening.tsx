import styles from './Opening.module.css';

interface OpeningProps {
  title: string;
  intro: string;
  note?: string;
}

/** The header of a text page: its title on tinted paper, over a printed border. */
export function Opening({ title, intro, note }: OpeningProps) {
  return (
    <header className={styles.opening}>
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.words}>
          <h1>{title}</h1>
          <p className={styles.intro}>{intro}</p>
          {note && <p className={styles.note}>{note}</p>}
        </div>
        <div className={styles.arch}>
          <img src="/favicon.svg" alt="" width={84} height={84} />
        </div>
      </div>
      <div className={styles.band} aria-hidden="true" />
    </header>
  );
}
