import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SelectField } from './SelectField';

test('the placeholder stands until one of the options is chosen', async () => {
  const onChange = vi.fn();
  render(
    <SelectField
      name="subject"
      label="Subject"
      placeholder="Select Subject"
      options={[
        { value: 'order', label: 'Order Status' },
        { value: 'other', label: 'Other' },
      ]}
      value=""
      problem="Select a valid subject"
      onChange={onChange}
    />,
  );
  const select = screen.getByLabelText('Subject');
  expect(select).toHaveDisplayValue('Select Subject');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Select Subject',
    'Order Status',
    'Other',
  ]);
  expect(select).toBeInvalid();
  expect(select).toHaveAccessibleDescription('Select a valid subject');
  await userEvent.selectOptions(select, 'Other');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('other');
});
