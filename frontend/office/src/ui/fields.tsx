import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import type { Ref } from 'react';
import { FieldFrame, type FieldTexts } from 'shared/ui/FieldFrame';
import { PasswordField } from 'shared/ui/PasswordField';
import form from './form.module.css';

type Own<Attributes, Element> = FieldTexts &
  Omit<Attributes, 'children' | 'required'> & { ref?: Ref<Element> };

/** A labelled text field for react-hook-form's `register`. */
export function TextField({
  label,
  hint,
  required,
  problem,
  autoComplete = 'off',
  ...attributes
}: Own<InputHTMLAttributes<HTMLInputElement>, HTMLInputElement>) {
  return (
    <FieldFrame label={label} hint={hint} required={required} problem={problem}>
      {(control) => <input autoComplete={autoComplete} {...attributes} {...control} />}
    </FieldFrame>
  );
}

/** A labelled field of several lines. */
export function TextArea({
  label,
  hint,
  required,
  problem,
  ...attributes
}: Own<TextareaHTMLAttributes<HTMLTextAreaElement>, HTMLTextAreaElement>) {
  return (
    <FieldFrame label={label} hint={hint} required={required} problem={problem}>
      {(control) => <textarea rows={3} {...attributes} {...control} />}
    </FieldFrame>
  );
}

/** A labelled select field; its options are its children. */
export function SelectField({
  label,
  hint,
  required,
  problem,
  children,
  ...attributes
}: Own<SelectHTMLAttributes<HTMLSelectElement>, HTMLSelectElement> & { children: ReactNode }) {
  return (
    <FieldFrame label={label} hint={hint} required={required} problem={problem}>
      {(control) => (
        <select {...attributes} {...control}>
          {children}
        </select>
      )}
    </FieldFrame>
  );
}

/** A labelled checkbox. */
export function CheckField({
  label,
  problem,
  ...attributes
}: Pick<FieldTexts, 'label' | 'problem'> &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  const id = useId();
  return (
    <div>
      <label className={form.check}>
        <input
          {...attributes}
          type="checkbox"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
        />
        {label}
      </label>
      {problem && (
        <p id={id} className={form.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** The options of a select field, by value. */
export function Options({ of }: { of: Record<string, string> }) {
  return Object.entries(of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

interface PasswordInputProps<Values extends FieldValues> extends FieldTexts {
  control: Control<Values, unknown, object>;
  name: FieldPath<Values>;
  autoComplete: 'current-password' | 'new-password';
}

/** A password field that can show its text, as a control of a form. */
export function PasswordInput<Values extends FieldValues>({
  control,
  name,
  ...texts
}: PasswordInputProps<Values>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <PasswordField
      {...texts}
      name={name}
      value={field.value}
      problem={fieldState.error?.message}
      onChange={field.onChange}
    />
  );
}
