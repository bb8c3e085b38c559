/** The fields of a form, by the type of its values. */
export type FieldOf<Values> = keyof Values & string;

/** Where a value of a form is: in a field, or in a list's item or row, written as servers write it: `lines[0].quantity`. */
export type Place<Values> = {
  [Field in FieldOf<Values>]: Values[Field] extends readonly (infer Item)[]
    ? Field | `${Field}[${number}]` | (Item extends object ? `${Field}[${number}].${FieldOf<Item>}` : never)
    : Field;
}[FieldOf<Values>];

/** The field that a place is in. */
export function fieldAt(place: string): string {
  return place.split('[')[0] ?? place;
}

/** What is at a place; nothing where a list has become shorter. */
export function valueAt(values: object, place: string): unknown {
  const names = place.split(/[[\].]+/).filter(Boolean);
  return names.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    values,
  );
}
