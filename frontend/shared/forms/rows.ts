import type { FieldOf } from './place';
import type { Control } from './use_form';

interface RowsSetup<Row> {
  /** The fields of a row that may stay empty. */
  optional?: readonly FieldOf<Row>[];
}

/** Returns the rows of a list as controls. `problemAt` comes from the form. */
export function rowsOf<Name extends string, Row extends object>(
  list: Control<Name, readonly Row[]>,
  problemAt: (place: `${Name}[${number}].${FieldOf<Row>}`) => string | undefined,
  { optional = [] }: RowsSetup<Row> = {},
) {
  function change<Field extends FieldOf<Row>>(index: number, field: Field, value: Row[Field]) {
    list.onChange(list.value.map((row, at) => (at === index ? { ...row, [field]: value } : row)));
  }

  return {
    add: (row: Row) => list.onChange([...list.value, row]),
    remove: (index: number) => list.onChange(list.value.filter((_, at) => at !== index)),
    /** The control props of each row's fields. */
    controls: list.value.map(
      (row, index) =>
        <Field extends FieldOf<Row>>(field: Field): Control<`${Name}[${number}].${Field}`, Row[Field]> => ({
          name: `${list.name}[${index}].${field}`,
          value: row[field],
          problem: problemAt(`${list.name}[${index}].${field}`),
          required: !optional.includes(field),
          readOnly: list.readOnly,
          onChange: (value) => change(index, field, value),
        }),
    ),
  };
}
