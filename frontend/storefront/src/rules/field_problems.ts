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

/**
 * What is still wrong with a form in which these problems were found when its values were these: a value that was changed
 * since is held against its rule again, so that its problem goes as soon as it is mended.
 */
export function openProblems<Field extends string>(
  found: Problems<Field>,
  foundIn: Readonly<Record<Field, string>>,
  values: Readonly<Record<Field, string>>,
  check: (values: Readonly<Record<Field, string>>) => Problems<Field>,
): Problems<Field> {
  const fields = Object.keys(found) as Field[];
  if (fields.length === 0) return found;
  const broken = check(values);
  return findProblems(fields, (field) => (values[field] === foundIn[field] ? found : broken)[field]);
}

/** The problems that the server found in fields of this form. */
export function problemsOf<Field extends string>(
  fields: readonly Field[],
  errors: readonly FieldError[],
): Problems<Field> {
  return findProblems(fields, (name) => errors.find(({ field }) => field === name)?.message);
}
