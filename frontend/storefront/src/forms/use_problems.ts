import { useState } from 'react';
import { openProblems, type Problems } from '../rules/field_problems';

type Values<Field extends string> = Readonly<Record<Field, string>>;

/** What a form found wrong when it was sent; each problem goes as soon as its value is mended. */
export function useProblems<Field extends string>(
  values: Values<Field>,
  check: (values: Values<Field>) => Problems<Field>,
) {
  const [last, setLast] = useState<{ found: Problems<Field>; values: Values<Field> }>({ found: {}, values });
  return {
    problems: openProblems(last.found, last.values, values, check),
    /** Tells what was found in these values, by the form's rules or by the server. */
    setProblems: (found: Problems<Field>, foundIn: Values<Field>) => setLast({ found, values: foundIn }),
  };
}
