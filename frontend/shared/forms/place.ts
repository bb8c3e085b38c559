/** The field names of a form's values. */
export type FieldOf<Values> = keyof Values & string;

/** The place of a value in a form: a field, or an item or a row's field of a list, as servers write it: `lines[0].quantity`. */
export type Place<Values> = {
  [Field in FieldOf<Values>]: Values[Field] extends readonly (infer Item)[]
    ? Field | `${Field}[${number}]` | (Item extends object ? `${Field}[${number}].${FieldOf<Item>}` : never)
    : Field;
}[FieldOf<Values>];

/** Returns the field that contains a place. */
export function fieldAt(place: string): string {
  return place.split('[')[0] ?? place;
}

/** Returns the value at a place; undefined if a list has become shorter. */
export function valueAt(values: object, place: string): unknown {
  const names = place.split(/[[\].]+/).filter(Boolean);
  return names.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    values,
  );
}
