import { FieldFrame, type FieldTexts } from './FieldFrame';
import styles from './SelectField.module.css';

/** An option and its label. */
export interface Option {
  value: string;
  label: string;
}

interface SelectFieldProps extends FieldTexts {
  name: string;
  value: string;
  /** The text while nothing is chosen. */
  placeholder: string;
  options: readonly Option[];
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** A labelled select field, styled by the app if the browser allows it. */
export function SelectField({
  label,
  hint,
  required,
  problem,
  placeholder,
  options,
  onChange,
  ...attributes
}: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} required={required} problem={problem}>
      {(control) => (
        <select
          className={styles.select}
          {...attributes}
          {...control}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{placeholder}</option>
          {options.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
