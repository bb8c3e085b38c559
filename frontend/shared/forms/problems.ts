import type { FieldError } from '../request/errors';
import { fieldAt, type Place, valueAt } from './place';

/** The problems of a form's values, by place. Empty if there are none. */
export type Problems<Where extends string> = Partial<Record<Where, string>>;

/** Checks every field of a form, in the order of the form. */
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
 * Returns the problems that remain after edits. `found` are the problems of the values `foundIn`. A value that changed since then is
 * checked again, so that its problem disappears when it is fixed.
 */
export function openProblems<Values extends object>(
  found: Problems<Place<Values>>,
  foundIn: Values,
  values: Values,
  check: (values: Values) => Problems<Place<Values>>,
): Problems<Place<Values>> {
  const places = Object.keys(found) as Place<Values>[];
  if (places.length === 0) return found;
  const broken = check(values);
  return findProblems(
    places,
    (place) => (valueAt(values, place) === valueAt(foundIn, place) ? found : broken)[place],
  );
}

/** Returns the server's problems with the fields of this form, in the order of the form. */
export function problemsOf<Where extends string>(
  fields: readonly string[],
  errors: readonly FieldError[],
): Problems<Where> {
  const places = fields.flatMap((field) =>
    errors.map((error) => error.field).filter((place) => fieldAt(place) === field),
  );
  return findProblems(places as Where[], (place) => errors.find(({ field }) => field === place)?.message);
}

/** Returns the places of problems in the order of the form. Within a list, the order is that of `found`. */
export function inOrder<Where extends string>(fields: readonly string[], found: Problems<Where>): Where[] {
  const places = Object.keys(found) as Where[];
  return fields.flatMap((field) => places.filter((place) => found[place] && fieldAt(place) === field));
}
