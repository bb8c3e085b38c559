import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import { ApiError, ConnectionError } from '../../api/errors';
import { notifyError, notifySuccess } from '../../messages/notify';
import { setLoginFlag } from '../../stores/login';
import { useSession } from '../../stores/session';
import ContactPage from './ContactPage';
import { contactDraft } from './draft';

vi.mock('../../api/client');
vi.mock('../../messages/notify');
// The map is another site's page, which a test must not load.
vi.mock('./Whereabouts', () => ({ Whereabouts: () => null }));

beforeEach(() => {
  contactDraft.clear();
  vi.mocked(client.sendContactMessage).mockReset().mockResolvedValue('We have it.');
  vi.mocked(notifySuccess).mockReset();
  vi.mocked(notifyError).mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

function Elsewhere() {
  const { pathname, state } = useLocation();
  return <p>{`at ${pathname} from ${state?.back}`}</p>;
}

function open() {
  return render(
    <MemoryRouter initialEntries={['/contact']}>
      <Routes>
        <Route path="/contact" element={<ContactPage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
}

const labels = ['Name', 'Email', 'Phone', 'Subject', 'Message'] as const;
const field = (label: (typeof labels)[number]) => screen.getByLabelText<HTMLInputElement>(label);
const button = () => screen.getByRole('button');
const submit = () => userEvent.click(button());
const errors = () => vi.mocked(notifyError).mock.calls.map(([message]) => message);

function fill(change: Partial<Record<(typeof labels)[number], string>> = {}) {
  const values = {
    Name: 'Asha Patel',
    Email: 'asha@gmail.com',
    Phone: '9876543210',
    Subject: 'Order Status',
    Message: 'Where is it?',
    ...change,
  };
  for (const label of labels) fireEvent.change(field(label), { target: { value: values[label] } });
}

test('the subject starts at Select Subject and offers four', () => {
  open();
  expect(field('Subject')).toHaveDisplayValue('Select Subject');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Select Subject',
    'General Inquiry',
    'Product Information',
    'Order Status',
    'Other',
  ]);
});

test('a message is sent with its subject lower-cased, the answer told and the form cleared', async () => {
  open();
  fill();
  await submit();
  expect(client.sendContactMessage).toHaveBeenCalledExactlyOnceWith({
    name: 'Asha Patel',
    email: 'asha@gmail.com',
    phone: '9876543210',
    subject: 'order status',
    message: 'Where is it?',
  });
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('We have it.');
  expect(notifyError).not.toHaveBeenCalled();
  for (const label of labels) expect(field(label)).toHaveValue('');
  expect(field('Subject')).toHaveDisplayValue('Select Subject');
});

test('an answer without words is a success too', async () => {
  vi.mocked(client.sendContactMessage).mockResolvedValue('');
  open();
  fill();
  await submit();
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Thank you! Your message has reached us.');
});

test('the first problem is a toast and has the focus, every problem stands beside its field', async () => {
  open();
  await submit();
  expect(errors()).toEqual(['Name is required']);
  expect(field('Name')).toHaveFocus();
  expect(field('Name')).toHaveAccessibleDescription('Name is required');
  expect(field('Email')).toHaveAccessibleDescription(/Invalid email$/);
  expect(field('Phone')).toHaveAccessibleDescription(/Invalid phone number$/);
  expect(field('Subject')).toHaveAccessibleDescription('Select a valid subject');
  expect(field('Message')).toHaveAccessibleDescription('Message is required');
  expect(client.sendContactMessage).not.toHaveBeenCalled();
});

test.each([
  ['Email', 'asha@example.com', 'Invalid email'],
  ['Phone', '12345', 'Invalid phone number'],
  ['Subject', '', 'Select a valid subject'],
  ['Message', '  ', 'Message is required'],
] as const)('%s "%s" is refused: %s', async (label, value, words) => {
  open();
  fill({ [label]: value });
  await submit();
  expect(errors()).toEqual([words]);
  expect(field(label)).toHaveFocus();
  expect(client.sendContactMessage).not.toHaveBeenCalled();
});

test('a problem goes away as soon as it is mended, and a number is sent as ten digits', async () => {
  open();
  fill({ Phone: '12345', Subject: '' });
  await submit();
  expect(field('Phone')).toBeInvalid();
  fireEvent.change(field('Phone'), { target: { value: '+91 98765 43210' } });
  expect(field('Phone')).toBeValid();
  expect(field('Subject')).toBeInvalid();
  fireEvent.change(field('Subject'), { target: { value: 'Other' } });
  expect(field('Subject')).toBeValid();
  await submit();
  expect(client.sendContactMessage).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ phone: '9876543210', subject: 'other' }),
  );
});

test.each([
  [new ApiError(429, 'Please wait a minute.'), 'Please wait a minute.'],
  [new ApiError(500, ''), 'Failed to submit . Please try again.'],
  [new ConnectionError(new TypeError('Failed to fetch')), 'Something went wrong. Please try again.'],
])('%s is told and loses nothing typed', async (error, words) => {
  vi.mocked(client.sendContactMessage).mockRejectedValue(error);
  open();
  fill();
  await submit();
  expect(errors()).toEqual([words]);
  expect(field('Message')).toHaveValue('Where is it?');
  expect(field('Subject')).toHaveValue('Order Status');
  expect(button()).not.toHaveAttribute('aria-disabled');
});

test('a value the server refuses is shown at its field', async () => {
  const refusal = new ApiError(422, 'Invalid email', [{ field: 'email', message: 'Invalid email' }]);
  vi.mocked(client.sendContactMessage).mockRejectedValue(refusal);
  open();
  fill();
  await submit();
  expect(errors()).toEqual(['Invalid email']);
  expect(field('Email')).toHaveAccessibleDescription(/Invalid email$/);
  expect(field('Email')).toHaveFocus();
});

test('a shopper without a required login is sent there after 2 seconds, and finds the message again', async () => {
  vi.mocked(client.sendContactMessage).mockRejectedValue(new ApiError(401, 'Login required'));
  setLoginFlag(true);
  const { unmount } = open();
  fill();
  vi.useFakeTimers();
  fireEvent.click(button());
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(errors()).toEqual(['Please login to submit a review.']);
  expect(useSession.getState().isLoginUser).toBe(false);
  expect(button()).toHaveAttribute('aria-disabled', 'true');
  act(() => vi.advanceTimersByTime(1999));
  expect(screen.queryByText(/^at /)).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByText('at /login from /contact')).toBeVisible();
  unmount();
  open();
  expect(field('Message')).toHaveValue('Where is it?');
});

test('while the message is sent the button says so, keeps the focus and sends no second', async () => {
  vi.mocked(client.sendContactMessage).mockReturnValue(new Promise(() => {}));
  open();
  fill();
  await submit();
  expect(button()).toHaveAttribute('aria-disabled', 'true');
  expect(button()).toHaveTextContent('Sending your message…');
  expect(button()).toHaveFocus();
  await submit();
  expect(client.sendContactMessage).toHaveBeenCalledOnce();
});
