import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import { ApiError, ConnectionError } from '../../api/errors';
import { notifyError, notifySuccess } from '../../messages/notify';
import { usePlainMessages } from '../../messages/plain_messages';
import { setLoginFlag } from '../../stores/login';
import { paths } from '../../paths';
import { useSession } from '../../stores/session';
import AccountPage from './AccountPage';

vi.mock('../../api/client');
vi.mock('../../messages/notify');

const email = 'asha@gmail.com';
const password = 'monsoon-42';
const general = 'Something went wrong. Please try again.';

/** Each page with valid values, the call it makes and the next path. */
const pages = [
  {
    name: 'login',
    path: paths.login,
    call: client.logIn,
    form: { Email: email, Password: password },
    sent: [{ email, password }],
    next: '/',
    back: '/before',
    alone: general,
  },
  {
    name: 'sign-up',
    path: paths.signUp,
    call: client.register,
    form: { Email: email, Password: password, 'Mobile number': '9876543210' },
    sent: [{ email, password, mobileNumber: '9876543210' }],
    next: '/login',
    back: '/before',
    alone: 'Network error or server not responding.',
  },
  {
    name: 'forgotten password',
    path: paths.forgotPassword,
    call: client.requestCode,
    form: { Email: email },
    sent: [email],
    next: '/forgotpassword1',
    back: 'the form',
    alone: general,
  },
  {
    name: 'code',
    path: paths.verifyCode,
    call: client.verifyCode,
    form: { Email: email, OTP: ' 012345' },
    sent: [email, '012345'],
    next: '/forgotpassword2',
    back: 'the form',
    alone: general,
  },
  {
    name: 'new password',
    path: paths.resetPassword,
    call: client.resetPassword,
    form: { Email: email, OTP: '012345', 'New password': password },
    sent: [{ email, code: '012345', newPassword: password }],
    next: '/login',
    back: '/before',
    alone: general,
  },
] as const;

beforeEach(() => {
  for (const { call } of pages) vi.mocked<(...sent: never[]) => Promise<string>>(call).mockReset();
  vi.mocked(notifySuccess).mockReset();
  vi.mocked(notifyError).mockReset();
  setLoginFlag(false);
});
afterEach(() => {
  vi.useRealTimers();
});

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

function Back() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate(-1)}>
      Back
    </button>
  );
}

function open(path: string) {
  return render(
    <MemoryRouter initialEntries={['/before', path]}>
      <Routes>
        <Route path={path} element={<AccountPage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
      <Link to="/elsewhere">leave</Link>
      <Back />
    </MemoryRouter>,
  );
}

const leave = () => fireEvent.click(screen.getByRole('link', { name: 'leave' }));

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const submitButton = () =>
  screen.getAllByRole('button').find((button) => button.getAttribute('type') === 'submit') as HTMLElement;
const errors = () => vi.mocked(notifyError).mock.calls.map(([message]) => message);

function fill(form: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(form)) fireEvent.change(field(label), { target: { value } });
}

function answering(call: unknown) {
  return vi.mocked(call as (...sent: unknown[]) => Promise<string>);
}

test.each(pages)(
  '$name: a success is told in the server’s words and leads on after 2 seconds',
  async (page) => {
    answering(page.call).mockResolvedValue('Well done.');
    vi.useFakeTimers();
    open(page.path);
    fill(page.form);
    fireEvent.click(submitButton());
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(answering(page.call).mock.calls).toEqual([page.sent]);
    expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Well done.');
    expect(submitButton()).toHaveAttribute('aria-disabled', 'true');
    act(() => vi.advanceTimersByTime(1999));
    expect(screen.queryByText(/^at /)).toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.getByText(`at ${page.next}`)).toBeVisible();
  },
);

test.each(pages)('$name: from where a success leads, Back leads to $back', async (page) => {
  answering(page.call).mockResolvedValue('Well done.');
  vi.useFakeTimers();
  open(page.path);
  fill(page.form);
  fireEvent.click(submitButton());
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(screen.getByText(`at ${page.next}`)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  if (page.back === 'the form') expect(field('Email')).toBeVisible();
  else expect(screen.getByText(`at ${page.back}`)).toBeVisible();
});

test.each(pages)('$name: a shopper who leaves first is not taken along', async (page) => {
  answering(page.call).mockResolvedValue('Well done.');
  vi.useFakeTimers();
  open(page.path);
  fill(page.form);
  fireEvent.click(submitButton());
  await act(() => vi.advanceTimersByTimeAsync(1000));
  leave();
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.getByText('at /elsewhere')).toBeVisible();
});

test.each(pages)(
  '$name: a shopper who leaves while the answer is on the way is not called back',
  async (page) => {
    let answer: (message: string) => void = () => {};
    answering(page.call).mockReturnValue(new Promise((resolve) => (answer = resolve)));
    vi.useFakeTimers();
    open(page.path);
    fill(page.form);
    fireEvent.click(submitButton());
    leave();
    answer('Well done.');
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByText('at /elsewhere')).toBeVisible();
    expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Well done.');
  },
);

test.each(pages)('$name: a refusal is told in the server’s words and loses nothing typed', async (page) => {
  answering(page.call).mockRejectedValue(new ApiError(429, 'Please wait a minute.'));
  open(page.path);
  fill(page.form);
  await userEvent.click(submitButton());
  expect(errors()).toEqual(['Please wait a minute.']);
  for (const [label, value] of Object.entries(page.form)) expect(field(label)).toHaveValue(value);
  expect(submitButton()).not.toHaveAttribute('aria-disabled');
  expect(submitButton()).toHaveFocus();
});

test.each(pages)('$name: the next try takes the message of an earlier one away', async (page) => {
  usePlainMessages.setState({ shown: [{ id: 1, message: 'Old.', role: 'alert', area: 'page' }] });
  open(page.path);
  await userEvent.click(submitButton());
  expect(usePlainMessages.getState().shown).toEqual([]);
});

test.each(pages)('$name: a failure without words has its own', async (page) => {
  for (const error of [new ApiError(500, ''), new ConnectionError(new TypeError('Failed to fetch'))]) {
    answering(page.call).mockRejectedValueOnce(error);
  }
  open(page.path);
  fill(page.form);
  await userEvent.click(submitButton());
  await userEvent.click(submitButton());
  expect(errors()).toEqual([page.alone, page.alone]);
});

test.each(pages)('$name: while it is sent the button says so and sends no second', async (page) => {
  answering(page.call).mockReturnValue(new Promise(() => {}));
  open(page.path);
  fill(page.form);
  await userEvent.click(submitButton());
  expect(submitButton()).toHaveAttribute('aria-disabled', 'true');
  expect(submitButton()).toHaveTextContent(/…$/);
  expect(submitButton()).toHaveFocus();
  fireEvent.submit(field('Email').form as HTMLFormElement);
  expect(answering(page.call)).toHaveBeenCalledTimes(1);
});

test.each([
  [paths.login, {}, 'Please enter a valid email address.', 'Email'],
  [paths.login, { Email: email, Password: '12345' }, 'Password must be at least 6 characters.', 'Password'],
  [
    paths.signUp,
    { Email: 'asha@example.com', Password: password },
    'Please enter a valid email address.',
    'Email',
  ],
  [
    paths.signUp,
    { Email: email, Password: password, 'Mobile number': '123' },
    'Please enter a valid 10-digit mobile number.',
    'Mobile number',
  ],
  [paths.forgotPassword, { Email: 'asha' }, 'Please enter a valid email address.', 'Email'],
  [paths.verifyCode, { Email: email }, 'Please enter the OTP.', 'OTP'],
  [paths.resetPassword, { Email: email, OTP: '012345' }, 'Please fill in all fields..', 'New password'],
  [
    paths.resetPassword,
    { Email: 'asha@example.com', OTP: '012345', 'New password': password },
    'Please Enter Valid Email!!',
    'Email',
  ],
] as const)('%p with %j says "%s" in one toast and beside its field', async (path, form, words, label) => {
  open(path);
  fill(form);
  await userEvent.click(submitButton());
  expect(errors()).toEqual([words]);
  expect(field(label)).toHaveFocus();
  expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(words));
  for (const { call } of pages) expect(call).not.toHaveBeenCalled();
});

test('a problem goes away as soon as it is mended', async () => {
  open(paths.signUp);
  fill({ Email: 'asha@example.com', Password: password, 'Mobile number': '123' });
  await userEvent.click(submitButton());
  expect(field('Mobile number')).toBeInvalid();
  fill({ 'Mobile number': '098765 43210' });
  expect(field('Mobile number')).toBeValid();
  expect(field('Email')).toBeInvalid();
  fill({ Email: email });
  expect(field('Email')).toBeValid();
  vi.mocked(client.register).mockResolvedValue('Well done.');
  await userEvent.click(submitButton());
  expect(client.register).toHaveBeenCalledExactlyOnceWith({ email, password, mobileNumber: '9876543210' });
});

test('a value that the server refuses is shown at its field', async () => {
  const words = 'This code is wrong or has expired. Please ask for a new one.';
  vi.mocked(client.verifyCode).mockRejectedValue(
    new ApiError(422, words, [{ field: 'code', message: words }]),
  );
  open(paths.verifyCode);
  fill({ Email: email, OTP: '000000' });
  await userEvent.click(submitButton());
  expect(errors()).toEqual([words]);
  expect(field('OTP')).toHaveFocus();
  expect(field('OTP')).toHaveAccessibleDescription(expect.stringContaining(words));
});

test('the login flag follows the login', async () => {
  vi.mocked(client.logIn)
    .mockRejectedValueOnce(new ApiError(401, 'Email or password is incorrect.'))
    .mockResolvedValueOnce('Login successful');
  setLoginFlag(true);
  open(paths.login);
  fill({ Email: email, Password: password });
  await userEvent.click(submitButton());
  expect(errors()).toEqual(['Email or password is incorrect.']);
  expect(useSession.getState().isLoginUser).toBe(false);
  expect(sessionStorage.getItem('isLoginUser')).toBe('false');
  await userEvent.click(submitButton());
  expect(useSession.getState().isLoginUser).toBe(true);
  expect(sessionStorage.getItem('isLoginUser')).toBe('true');
  expect(client.logIn).toHaveBeenCalledTimes(2);
});

test('the email is typed again in every step', async () => {
  vi.useFakeTimers();
  render(
    <MemoryRouter initialEntries={['/forgotpassword']}>
      <Routes>
        <Route path="/forgotpassword" element={<AccountPage />} />
        <Route path="/forgotpassword1" element={<AccountPage />} />
        <Route path="/forgotpassword2" element={<AccountPage />} />
        <Route path="/login" element={<AccountPage />} />
      </Routes>
    </MemoryRouter>,
  );
  const steps = pages.slice(2);
  for (const { call, form } of steps) {
    answering(call).mockResolvedValue('Well done.');
    fill(form);
    fireEvent.click(submitButton());
    // oxlint-disable-next-line no-await-in-loop -- one step leads to the next
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(field('Email')).toHaveValue('');
  }
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(email);
});

test.each([
  [paths.login, 'Password', 'current-password'],
  [paths.signUp, 'Password', 'new-password'],
  [paths.resetPassword, 'New password', 'new-password'],
] as const)(
  'password managers know what %p wants, and the password can be looked at',
  async (path, label, hint) => {
    open(path);
    expect(field('Email')).toHaveAttribute('autocomplete', 'username');
    expect(field(label)).toHaveAttribute('autocomplete', hint);
    expect(field(label)).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field(label)).toHaveAttribute('type', 'text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field(label)).toHaveAttribute('type', 'password');
  },
);

test.each([[paths.verifyCode], [paths.resetPassword]] as const)(
  'phones offer the code of a mail in %p',
  async (path) => {
    open(path);
    expect(field('OTP')).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field('OTP')).toHaveAttribute('inputmode', 'numeric');
    await userEvent.click(field('OTP'));
    await userEvent.paste('012345');
    expect(field('OTP')).toHaveValue('012345');
  },
);

test('a shopper sent to log in comes back, also after creating a new account', async () => {
  vi.mocked(client.register).mockResolvedValue('Well done.');
  vi.mocked(client.logIn).mockResolvedValue('Well done.');
  vi.useFakeTimers();
  render(
    <MemoryRouter initialEntries={[{ pathname: '/login', state: { back: '/reviewForm?product=Karela' } }]}>
      <Routes>
        <Route path="/login" element={<AccountPage />} />
        <Route path="/signUp" element={<AccountPage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
  async function send(form: Record<string, string>) {
    fill(form);
    fireEvent.click(submitButton());
    await act(() => vi.advanceTimersByTimeAsync(2000));
  }
  fireEvent.click(screen.getByRole('link', { name: 'Create an account' }));
  await send({ Email: email, Password: password, 'Mobile number': '9876543210' });
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await send({ Email: email, Password: password });
  expect(screen.getByText('at /reviewForm?product=Karela')).toBeVisible();
});

test('the pages lead to each other', () => {
  const { unmount } = open(paths.login);
  expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
    'href',
    '/forgotpassword',
  );
  expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/signUp');
  unmount();
  open(paths.signUp);
  expect(screen.getByRole('link', { name: 'Log in instead' })).toHaveAttribute('href', '/login');
});
