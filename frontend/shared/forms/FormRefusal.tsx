import { useEffect, useRef } from 'react';
import styles from './FormRefusal.module.css';

/** The reason why a form was refused. It takes the focus if no field does. */
export interface Refused {
  words: string;
  takesFocus: boolean;
}

/** Shows why a form was refused. It can take the focus, because the pressed button may be far away. */
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
