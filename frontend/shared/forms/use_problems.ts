import { useState } from 'react';
import type { Place } from './place';
import { openProblems, type Problems } from './problems';

/** What a form found wrong when it was sent; each problem goes as soon as its value is mended. */
export function useProblems<Values extends object>(
  values: Values,
  check: (values: Values) => Problems<Place<Values>>,
) {
  const [last, setLast] = useState<{ found: Problems<Place<Values>>; values: Values }>({ found: {}, values });
  return {
    problems: openProblems(last.found, last.values, values, check),
    /** Tells what was found in these values, by the form's rules or by the server. */
    setProblems: (found: Problems<Place<Values>>, foundIn: Values) => setLast({ found, values: foundIn }),
  };
}
