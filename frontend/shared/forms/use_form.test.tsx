import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../request/errors';
import { rowsOf } from './rows';
import { type Control, useForm } from './use_form';

interface Row {
  name: string;
  grams: number;
}

interface Values {
  title: string;
  count: number | undefined;
  colours: readonly string[];
  rows: readonly Row[];
}

const empty: Values = { title: '', count: undefined, colours: [], rows: [{ name: 'saw', grams: 700 }] };
const notify = vi.fn<(message: string) => void>();

function Text(control: Control<string, string>) {
  const { name, value, problem, required, readOnly, onChange } = control;
  return (
    <>
      <input
        aria-label={name}
        aria-describedby={`${name}-problem`}
        name={name}
        value={value}
        required={required}
        readOnly={readOnly}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${name}-problem`}>{problem}</p>
    </>
  );
}

function Amount({ value, onChange, ...control }: Control<string, number | undefined>) {
  const typed = (text: string) => onChange(text === '' ? undefined : Number(text));
  return <Text {...control} value={value === undefined ? '' : String(value)} onChange={typed} />;
}

function Form({ send }: { send: (values: Values) => Promise<void> }) {
  const [values, setValues] = useState(empty);
  const { control, problemAt, onSubmit, refusal } = useForm<Values>({
    fields: ['title', 'count', 'colours', 'rows'],
    optional: ['colours'],
    values,
    setField: (field, value) => setValues((current) => ({ ...current, [field]: value })),
    check: ({ title, rows }) => ({
      ...(!title && { title: 'No title.' }),
      ...Object.fromEntries(
        rows.flatMap(({ name }, index) => (name ? [] : [[`rows[${index}].name`, 'No name.']])),
      ),
    }),
    send,
    refusalOf: (error) => (error instanceof Error ? error.message : ''),
    notify,
  });
  const colours = control('colours');
  const list = control('rows');
  const rows = rowsOf(list, problemAt, { optional: ['grams'] });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Text {...control('title')} />
      <Amount {...control('count')} />
      <button type="button" onClick={() => colours.onChange([...colours.value, 'red'])}>
        colour
      </button>
      {rows.controls.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other name here
        <div key={index}>
          <Text {...row('name')} />
          <Amount {...row('grams')} onChange={(grams) => row('grams').onChange(grams ?? 0)} />
          <button type="button" onClick={() => rows.remove(index)}>{`remove ${index}`}</button>
        </div>
      ))}
      <button type="button" onClick={() => rows.add({ name: '', grams: 0 })}>
        add
      </button>
      <button type="submit">send</button>
      {refusal && <output>{refusal.words}</output>}
    </form>
  );
}

const field = (name: string) => screen.getByRole('textbox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('numbers, lists and rows are sent as what they are', async () => {
  const send = vi.fn<(values: Values) => Promise<void>>();
  render(<Form send={send} />);
  await userEvent.type(field('title'), 'Tools');
  await userEvent.type(field('count'), '12');
  await press('colour');
  await press('add');
  await userEvent.type(field('rows[1].name'), 'file');
  await userEvent.type(field('rows[1].grams'), '25');
  await press('remove 0');
  await press('send');
  expect(send).toHaveBeenCalledExactlyOnceWith({
    title: 'Tools',
    count: 12,
    colours: ['red'],
    rows: [{ name: 'file', grams: 25 }],
  });
});

test('a field says whether it may stay empty, in a row too', () => {
  render(<Form send={async () => {}} />);
  expect(field('title')).toBeRequired();
  expect(field('rows[0].name')).toBeRequired();
  expect(field('rows[0].grams')).not.toBeRequired();
});

test('an error in a row is shown there, gets the focus in its turn, and goes when it is corrected', async () => {
  const send = vi.fn<(values: Values) => Promise<void>>();
  render(<Form send={send} />);
  await press('add');
  await press('send');
  expect(notify).toHaveBeenCalledExactlyOnceWith('No title.');
  expect(field('title')).toHaveFocus();
  expect(field('rows[1].name')).toHaveAccessibleDescription('No name.');
  await userEvent.type(field('title'), 'Tools');
  await press('send');
  expect(field('rows[1].name')).toHaveFocus();
  await userEvent.type(field('rows[1].name'), 'file');
  expect(field('rows[1].name')).not.toHaveAccessibleDescription();
  expect(send).not.toHaveBeenCalled();
});

test('an error from the server about a row is shown there', async () => {
  const errors = [{ field: 'rows[0].grams', message: 'Too heavy.' }];
  render(<Form send={() => Promise.reject(new ApiError(422, 'Too heavy.', errors))} />);
  await userEvent.type(field('title'), 'Tools');
  await press('send');
  expect(field('rows[0].grams')).toHaveAccessibleDescription('Too heavy.');
  expect(field('rows[0].grams')).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent('Too heavy.');
});
