import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Field } from './Field';
import { PasswordField } from './PasswordField';
import { SelectField } from './SelectField';

const setup = { name: 'a', label: 'A', value: '', onChange: () => {} };

test.each([true, false])('every kind of field says whether it is required: %s', (required) => {
  render(
    <>
      <Field {...setup} label="Text" autoComplete="off" required={required} />
      <Field {...setup} label="Long text" autoComplete="off" multiline required={required} />
      <PasswordField {...setup} label="Password" autoComplete="new-password" required={required} />
      <SelectField {...setup} label="Choice" placeholder="-" options={[]} required={required} />
    </>,
  );
  for (const label of ['Text', 'Long text', 'Password', 'Choice']) {
    const control = screen.getByLabelText(label);
    if (required) expect(control).toBeRequired();
    else expect(control).not.toBeRequired();
  }
});

test('a field is described by its hint and by its problem', () => {
  render(<Field {...setup} autoComplete="off" hint="Ten digits." problem="Too short." />);
  expect(screen.getByLabelText('A')).toHaveAccessibleDescription('Ten digits. Too short.');
  expect(screen.getByLabelText('A')).toBeInvalid();
});
