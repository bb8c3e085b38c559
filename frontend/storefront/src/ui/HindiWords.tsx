import styles from './HindiWords.module.css';

const VIRAMA = '\u094d';

/** Hindi words of the shop's own texts, in their subset font; see build/fonts.mjs. */
export function HindiWords({ words }: { words: string }) {
  return (
    <span lang="hi" className={words.includes(VIRAMA) ? styles.joined : styles.plain}>
      {words}
    </span>
  );
}
