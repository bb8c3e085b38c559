import type { FieldError } from '../api/types';

/** What is wrong with the values of a form, field by field. Empty when nothing is. */
export type Problems<Field extends string> = Partial<Record<Field, string>>;

/** Holds every field of a form against its rule, in the order of the form. */
export function findProblems<Field extends string>(
  fields: readonly Field[],
  check: (field: Field) => string | undefined,
): Problems<Field> {
  const problems: Problems<Field> = {};
  for (const field of fields) {
    const problem = check(field);
    if (problem) problems[field] = problem;
  }
  return problems;
}

/** The problems that the server found in fields of this form. */
export function problemsOf<Field extends string>(
  fields: readonly Field[],
  errors: readonly FieldError[],
): Problems<Field> {
  return findProblems(fields, (name) => errors.find(({ field }) => field === name)?.message);
}
