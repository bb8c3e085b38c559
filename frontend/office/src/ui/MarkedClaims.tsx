import { Fragment } from 'react';
import styles from './MarkedClaims.module.css';
import { type MarkedClaim, markedText } from './marked_text';

interface MarkedClaimsProps {
  text: string;
  claims: readonly MarkedClaim[];
  /** How the text stands, where it is not the plain one of the page. */
  className?: string | undefined;
}

/**
 * A text in which what may be a forbidden claim is marked at the words, each with a number; what the numbers say stands below. Nothing
 * has to be pointed at or pressed, so it reads the same by mouse, keys, touch and ear.
 */
export function MarkedClaims({ text, claims, className }: MarkedClaimsProps) {
  const { pieces, explanations } = markedText(text, claims);
  return (
    <>
      <p className={`${styles.text} ${className ?? ''}`} dir="auto">
        {pieces.map(({ text: words, isMarked, numbers }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the text
          <Fragment key={index}>
            {isMarked ? <mark>{words}</mark> : words}
            {numbers.map((number) => (
              <sup key={number}>
                <span className="visuallyHidden"> claim </span>
                {number}
              </sup>
            ))}
          </Fragment>
        ))}
      </p>
      {explanations.length > 0 && (
        <ol className={styles.explanations} aria-label="What may be forbidden in it">
          {explanations.map((explanation, index) => (
            <li key={explanation}>
              <b>
                <span className="visuallyHidden">Claim </span>
                {index + 1}
              </b>{' '}
              {explanation}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
