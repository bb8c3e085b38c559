import type { FieldError } from '../request/errors';
import { fieldAt, type Place, valueAt } from './place';

/** What is wrong with the values of a form, place by place. Empty when nothing is. */
export type Problems<Where extends string> = Partial<Record<Where, string>>;

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

/** The problems that the server found in fields of this form, in the order of the form. */
export function problemsOf<Where extends string>(
  fields: readonly string[],
  errors: readonly FieldError[],
): Problems<Where> {
  const places = fields.flatMap((field) =>
    errors.map((error) => error.field).filter((place) => fieldAt(place) === field),
  );
  return findProblems(places as Where[], (place) => errors.find(({ field }) => field === place)?.message);
}

/** The places of problems in the order of the form; within a list in the order in which they were found. */
export function inOrder<Where extends string>(fields: readonly string[], found: Problems<Where>): Where[] {
  const places = Object.keys(found) as Where[];
  return fields.flatMap((field) => places.filter((place) => found[place] && fieldAt(place) === field));
}
