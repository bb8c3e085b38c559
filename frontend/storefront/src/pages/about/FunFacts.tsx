import { useRef } from 'react';
import { aboutWords } from '#words/about';
import styles from './FunFacts.module.css';
import { useCountUp } from './use_count_up';

const { customers, orders, satisfaction, products } = aboutWords.facts;

/** The figures. The first two count up over `milliseconds`. */
const funFacts = [
  { ...customers, end: 2, milliseconds: 3000 },
  { ...orders, end: 10, milliseconds: 4000 },
  { ...satisfaction, end: 99, milliseconds: 0 },
  { ...products, end: 100, milliseconds: 0 },
];

/** Four figures of the shop. */
export function FunFacts() {
  return (
    <section className={styles.band} aria-labelledby="facts-heading">
      <div className={`wrap ${styles.inner}`}>
        <h2 id="facts-heading">{aboutWords.factsHeading}</h2>
        <dl className={styles.facts}>
          {funFacts.map(({ label, milliseconds, ...figure }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {milliseconds > 0 ? <Counter {...figure} milliseconds={milliseconds} /> : written(figure)}
              </dd>
            </div>
          ))}
        </dl>
        <p className={styles.note}>{aboutWords.factsNote}</p>
      </div>
    </section>
  );
}

interface Figure {
  end: number;
  unit: string;
}

/** A figure that counts up. Screen readers get only the final value. */
function Counter({ milliseconds, ...figure }: Figure & { milliseconds: number }) {
  const element = useRef<HTMLSpanElement>(null);
  const value = useCountUp(element, figure.end, milliseconds);
  const shown = value < figure.end ? value.toFixed(1) : figure.end;
  return (
    <>
      <span className="visuallyHidden">{written(figure)}</span>
      <span ref={element} aria-hidden="true">
        {shown}
        {figure.unit}
      </span>
    </>
  );
}

function written({ end, unit }: Figure): string {
  return `${end}${unit}`;
}
