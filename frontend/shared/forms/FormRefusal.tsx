import { useEffect, useRef } from 'react';
import styles from './FormRefusal.module.css';

/** Why a form was refused; it takes the focus where no field of the form does. */
export interface Refused {
  words: string;
  takesFocus: boolean;
}

/** Says why a form was refused, where the user is taken to: what was pressed may be far from it. */
export function FormRefusal({ refusal }: { refusal: Refused | undefined }) {
  const place = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (refusal?.takesFocus) place.current?.focus();
  }, [refusal]);

  if (!refusal) return null;
  return (
    <p ref={place} className={styles.refusal} tabIndex={-1}>
      {refusal.words}
    </p>
  );
}
