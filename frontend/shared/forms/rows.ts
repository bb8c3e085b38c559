import type { FieldOf } from './place';
import type { Control } from './use_form';

interface RowsSetup<Row> {
  /** Fields of a row that may stay empty. */
  optional?: readonly FieldOf<Row>[];
}

/** The rows of a list, each with controls of its own: `problemAt` is the form's. */
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
    /** What the control of a field in a row is given. */
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
