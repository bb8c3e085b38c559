import { type HTMLAttributes, useId } from 'react';
import { FieldFrame, type FieldTexts } from './FieldFrame';

interface FieldProps extends FieldTexts {
  name: string;
  value: string;
  autoComplete: string;
  type?: 'text' | 'email' | 'tel' | 'number';
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  multiline?: boolean | undefined;
  /** Suggested values; other values may be typed. */
  suggestions?: readonly string[] | undefined;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  readOnly?: boolean;
  /** Takes the focus when its dialog opens. */
  autoFocusInDialog?: boolean;
  onChange: (value: string) => void;
}

/** A labelled text field with its hint and its problem. */
export function Field({
  label,
  hint,
  required,
  problem,
  type = 'text',
  multiline = false,
  suggestions,
  autoFocusInDialog = false,
  onChange,
  ...attributes
}: FieldProps) {
  const listId = useId();
  return (
    <FieldFrame label={label} hint={hint} required={required} problem={problem}>
      {(control) => {
        const input = {
          ...attributes,
          ...control,
          'data-autofocus': autoFocusInDialog || undefined,
          onChange: (event: { target: { value: string } }) => onChange(event.target.value),
        };
        if (multiline) return <textarea rows={3} {...input} />;
        if (!suggestions) return <input type={type} {...input} />;
        return (
          <>
            <input type={type} list={listId} {...input} />
            <datalist id={listId}>
              {suggestions.map((suggestion) => (
                <option key={suggestion}>{suggestion}</option>
              ))}
            </datalist>
          </>
        );
      }}
    </FieldFrame>
  );
}
