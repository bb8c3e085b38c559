import { Fragment } from 'react';
import styles from './MarkedClaims.module.css';
import { type MarkedClaim, markedText } from './marked_text';

interface MarkedClaimsProps {
  text: string;
  claims: readonly MarkedClaim[];
  /** The class of the text, if it is not the page's plain one. */
  className?: string | undefined;
}

/**
 * A text with numbered marks at possible forbidden claims, and their explanations below. It needs no hover or click, so it works with
 * mouse, keyboard, touch and screen reader.
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
        <ol className={styles.explanations} aria-label="Possible forbidden claims">
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
