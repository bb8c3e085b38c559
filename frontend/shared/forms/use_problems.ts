import { useState } from 'react';
import type { Place } from './place';
import { openProblems, type Problems } from './problems';

/** The problems from the last submit. Each one disappears when its value is fixed. */
export function useProblems<Values extends object>(
  values: Values,
  check: (values: Values) => Problems<Place<Values>>,
) {
  const [last, setLast] = useState<{ found: Problems<Place<Values>>; values: Values }>({ found: {}, values });
  return {
    problems: openProblems(last.found, last.values, values, check),
    /** Sets the problems that the form's rules or the server found in these values. */
    setProblems: (found: Problems<Place<Values>>, foundIn: Values) => setLast({ found, values: foundIn }),
  };
}
