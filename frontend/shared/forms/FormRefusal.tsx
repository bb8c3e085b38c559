import { useEffect, useRef } from 'react';

/** Why a form was refused; it takes the focus where no field of the form does. */
export interface Refused {
  words: string;
  takesFocus: boolean;
}

/** Says why a form was refused, where the user is taken to: what was pressed may be far from it. */
export function FormRefusal({
  refusal,
  className,
}: {
  refusal: Refused | undefined;
  className?: string | undefined;
}) {
  const place = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (refusal?.takesFocus) place.current?.focus();
  }, [refusal]);

  if (!refusal) return null;
  return (
    <p ref={place} className={className} tabIndex={-1}>
      {refusal.words}
    </p>
  );
}
