import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import { ApiError } from '../../api/errors';
import type { SavedAddress } from '../../api/types';
import { notifyError, notifySuccess } from '../../messages/notify';
import { sentAddress } from '../../rules/addresses';
import { saveFile } from '../../rules/save_file';
import { setLoginFlag } from '../../stores/login';
import { ownOrders } from '../../stores/own_orders';
import { ALL } from '../../stores/resource';
import { useSession } from '../../stores/session';
import { karela, ownReviewOf } from '../../test_data';
// Loaded late in the shop, but at once in these tests.
import './MyReviews';
import ProfilePage from './ProfilePage';

vi.mock('../../api/client');
vi.mock('../../messages/notify');
vi.mock('../../rules/save_file');

const home: SavedAddress = {
  id: '0192f3a0-7c00-7000-8000-0000000000a1',
  fullname: 'Asha Patel',
  mobilenumber: '9876543210',
  deliveryAddress: '12 Ring Road, Surat',
  pincode: '395007',
  isDefault: true,
};
const work: SavedAddress = {
  ...home,
  id: 'work',
  deliveryAddress: '7 Station Road, Anand',
  isDefault: false,
};
const here = { startedAt: '2026-11-25T06:30:00Z', lastUsedAt: '2026-11-25T06:35:00Z', isCurrent: true };
const elsewhere = { startedAt: '2026-11-20T06:30:00Z', lastUsedAt: '2026-11-24T06:30:00Z', isCurrent: false };
const account = { email: 'asha@gmail.com', mobileNumber: '9876543210', createdAt: '2026-11-01T06:30:00Z' };

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(client.listAddresses).mockResolvedValue([home]);
  vi.mocked(client.readAccount).mockResolvedValue(account);
  vi.mocked(client.listSessions).mockResolvedValue([here, elsewhere]);
  vi.mocked(client.readMyData).mockResolvedValue({ requestedAt: null, isComplete: false });
  setLoginFlag(true);
});

function Elsewhere() {
  return <p>{`at ${useLocation().pathname}`}</p>;
}

function open(section: string) {
  render(
    <MemoryRouter initialEntries={[`/account/${section}`]}>
      <Routes>
        <Route path="/account/:id" element={<ProfilePage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const submit = (name: string) => userEvent.click(dialog().getByRole('button', { name }));
const type = (label: string, value: string) => userEvent.type(dialog().getByLabelText(label), value);
const told = () => vi.mocked(notifySuccess).mock.calls.map(([words]) => words);

test('the pages of the account lead to each other, and say which is open', async () => {
  open('details');
  const nav = await screen.findByRole('navigation', { name: 'Your account' });
  const links = within(nav).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/account',
    '/account/addresses',
    '/account/details',
    '/account/reviews',
    '/account/data',
  ]);
  expect(links.filter((link) => link.hasAttribute('aria-current'))).toEqual([links[2]]);
});

test('an address that leads nowhere leads to the orders', async () => {
  open('nowhere');
  expect(await screen.findByText('at /account')).toBeVisible();
});

test.each(['addresses', 'details', 'data'])('a visitor at %s is asked to log in', async (section) => {
  const refused = new ApiError(401, 'Please log in.');
  for (const call of [client.listAddresses, client.readAccount, client.readMyData])
    vi.mocked<() => Promise<unknown>>(call).mockRejectedValue(refused);
  open(section);
  expect(await screen.findByText('Please log in to see your account.')).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(useSession.getState().isLoginUser).toBe(false);
});

test('a new address is checked like that of a checkout, saved and shown', async () => {
  vi.mocked(client.listAddresses).mockResolvedValueOnce([]);
  open('addresses');
  expect(await screen.findByText('You have not saved an address yet.')).toBeVisible();
  await press('Add an address');
  await submit('Save');
  expect(vi.mocked(notifyError).mock.calls).toEqual([['Name is required']]);
  expect(dialog().getByLabelText('Full name')).toHaveFocus();
  await type('Full name', ' Asha Patel');
  await type('Mobile number', '+91 98765-43210');
  await type('Delivery address', home.deliveryAddress);
  await type('Pincode', home.pincode);
  vi.mocked(client.saveAddress).mockResolvedValue(home);
  await submit('Save');
  const details = sentAddress(home);
  expect(client.saveAddress).toHaveBeenCalledExactlyOnceWith(details, undefined);
  expect(await screen.findByText(home.deliveryAddress)).toBeVisible();
  expect(told()).toEqual(['Address saved']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an address is changed from how it stands', async () => {
  open('addresses');
  await press('Change Asha Patel, 12 Ring Road, Surat');
  const address = dialog().getByLabelText('Delivery address');
  expect(address).toHaveValue(home.deliveryAddress);
  await userEvent.clear(address);
  await userEvent.type(address, '7 Station Road, Surat');
  vi.mocked(client.saveAddress).mockResolvedValue(home);
  await submit('Save');
  const sent = expect.objectContaining({ deliveryAddress: '7 Station Road, Surat' });
  expect(client.saveAddress).toHaveBeenCalledExactlyOnceWith(sent, home.id);
});

test('an address is deleted after a question', async () => {
  vi.mocked(client.deleteAddress).mockResolvedValue('');
  open('addresses');
  await press(/^Delete Asha Patel/);
  expect(client.deleteAddress).not.toHaveBeenCalled();
  vi.mocked(client.listAddresses).mockResolvedValue([]);
  await submit('Confirm');
  expect(client.deleteAddress).toHaveBeenCalledExactlyOnceWith(home.id);
  expect(await screen.findByText('You have not saved an address yet.')).toBeVisible();
  expect(told()).toEqual(['Address deleted']);
});

test('an address that could not be deleted stays', async () => {
  vi.mocked(client.deleteAddress).mockRejectedValue(new ApiError(503, 'The shop is resting.'));
  open('addresses');
  await press(/^Delete Asha Patel/);
  await submit('Confirm');
  expect(notifyError).toHaveBeenCalledExactlyOnceWith('The shop is resting.');
  expect(screen.getByText(home.deliveryAddress)).toBeVisible();
});

test('the address that is filled in first says so, and another can be it', async () => {
  vi.mocked(client.listAddresses).mockResolvedValueOnce([home, work]);
  open('addresses');
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent('Default address');
  expect(second).not.toHaveTextContent('Default address');
  vi.mocked(client.saveAddress).mockResolvedValue(work);
  vi.mocked(client.listAddresses).mockResolvedValue([
    { ...work, isDefault: true },
    { ...home, isDefault: false },
  ]);
  await press('Make default: Asha Patel, 7 Station Road, Anand');
  const sent = { ...sentAddress(work), isDefault: true };
  expect(client.saveAddress).toHaveBeenCalledExactlyOnceWith(sent, 'work');
  expect((await screen.findAllByRole('listitem'))[0]).toHaveTextContent('7 Station Road, Anand');
});

test('two quick presses of Make default save once', async () => {
  vi.mocked(client.listAddresses).mockResolvedValue([home, work]);
  vi.mocked(client.saveAddress).mockReturnValue(new Promise(() => {}));
  open('addresses');
  const name = 'Make default: Asha Patel, 7 Station Road, Anand';
  await userEvent.dblClick(await screen.findByRole('button', { name }));
  expect(client.saveAddress).toHaveBeenCalledOnce();
});

test('an account that has ten addresses says so', async () => {
  const ten = Array.from({ length: 10 }, (_, index) => ({ ...home, id: `${index}` }));
  vi.mocked(client.listAddresses).mockResolvedValue(ten);
  open('addresses');
  expect(await screen.findByText(/^An account can have ten addresses/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add an address' })).toBeNull();
});

test('the mobile number is changed with the password', async () => {
  open('details');
  expect(await screen.findByText('asha@gmail.com')).toBeVisible();
  expect(screen.getByText('1 Nov 2026')).toBeVisible();
  await press('Change your mobile number');
  await type('New mobile number', '98123 45670');
  await type('Password', 'monsoon-43');
  const wrong = 'This is not your password.';
  vi.mocked(client.changeMobileNumber).mockRejectedValueOnce(
    new ApiError(422, wrong, [{ field: 'password', message: wrong }]),
  );
  await submit('Save');
  expect(dialog().getByLabelText('Password')).toHaveAccessibleDescription(expect.stringContaining(wrong));
  expect(useSession.getState().isLoginUser).toBe(true);
  vi.mocked(client.changeMobileNumber).mockResolvedValueOnce('Your mobile number is changed.');
  vi.mocked(client.readAccount).mockResolvedValue({ ...account, mobileNumber: '9812345670' });
  await submit('Save');
  const sent = { mobileNumber: '9812345670', password: 'monsoon-43' };
  expect(client.changeMobileNumber).toHaveBeenLastCalledWith(sent);
  expect(await screen.findByText('9812345670')).toBeVisible();
  expect(told()).toEqual(['Your mobile number is changed.']);
});

test('the email is changed with the password and a code to the new one', async () => {
  open('details');
  await press('Change your email');
  await type('New email', ' asha.patel@gmail.com');
  await type('Password', 'monsoon-42');
  vi.mocked(client.requestEmailChange).mockResolvedValue('A code is on its way.');
  await submit('Email a code there');
  const asked = { email: 'asha.patel@gmail.com', password: 'monsoon-42' };
  expect(client.requestEmailChange).toHaveBeenCalledExactlyOnceWith(asked);
  await type('Code', '012345');
  const changed = { ...account, email: 'asha.patel@gmail.com' };
  vi.mocked(client.changeEmail).mockResolvedValue(changed);
  vi.mocked(client.readAccount).mockResolvedValue(changed);
  await submit('Save');
  expect(client.changeEmail).toHaveBeenCalledExactlyOnceWith('012345');
  expect(await screen.findByText('asha.patel@gmail.com')).toBeVisible();
  expect(told()).toEqual(['A code is on its way.', 'Your email is changed.']);
});

test('a new password is as long as that of a new account', async () => {
  open('details');
  await press('Change your password');
  await type('Password', 'monsoon-42');
  await type('New password', '12345');
  await submit('Save');
  expect(vi.mocked(notifyError).mock.calls).toEqual([['Password must be at least 6 characters.']]);
  await type('New password', '678');
  vi.mocked(client.changePassword).mockResolvedValue('Your password is changed.');
  await submit('Save');
  const sent = { password: 'monsoon-42', newPassword: '12345678' };
  expect(client.changePassword).toHaveBeenCalledExactlyOnceWith(sent);
  expect(told()).toEqual(['Your password is changed.']);
});

test('every session is shown, and all but this one are ended', async () => {
  open('details');
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent('This browser');
  expect(second).toHaveTextContent('Logged in 20 Nov 2026, 12:00 pm');
  await press('Log out everywhere else');
  await type('Password', 'monsoon-42');
  vi.mocked(client.endOtherSessions).mockResolvedValue(1);
  vi.mocked(client.listSessions).mockResolvedValue([here]);
  await submit('Log out everywhere else');
  expect(client.endOtherSessions).toHaveBeenCalledExactlyOnceWith('monsoon-42');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull();
  expect(told()).toEqual(['1 other device is logged out.']);
});

test('a shopper’s data is collected with a code, and downloaded once it is ready', async () => {
  open('data');
  await press('Collect my data');
  vi.mocked(client.requestAccountCode).mockResolvedValue('A code is on its way.');
  expect(dialog().getByRole('button', { name: 'Email me a code' })).toHaveFocus();
  await submit('Email me a code');
  await submit('Collect my data');
  expect(vi.mocked(notifyError).mock.calls).toEqual([['Please enter the code from our email.']]);
  await type('Code', ' 012345');
  vi.mocked(client.collectMyData).mockResolvedValue('We are collecting it.');
  const requestedAt = '2026-11-25T06:30:00Z';
  vi.mocked(client.readMyData).mockResolvedValue({ requestedAt, isComplete: false });
  await submit('Collect my data');
  expect(client.collectMyData).toHaveBeenCalledExactlyOnceWith('012345');
  expect(await screen.findByText(/^Asked for on 25 Nov 2026/)).toBeVisible();
  expect(told()).toEqual(['A code is on its way.', 'We are collecting it.']);
  expect(screen.queryByRole('button', { name: 'Download as JSON' })).toBeNull();

  vi.mocked(client.readMyData).mockResolvedValue({ requestedAt, isComplete: true });
  await press('Refresh');
  const file = new Blob(['{}']);
  vi.mocked(client.readDataFile).mockResolvedValue(file);
  await press('Download as JSON');
  await type('Password', 'monsoon-42');
  await submit('Download as JSON');
  expect(client.readDataFile).toHaveBeenCalledExactlyOnceWith('json', 'monsoon-42');
  expect(saveFile).toHaveBeenCalledExactlyOnceWith(file, 'my-data.json');
  expect(screen.getByRole('button', { name: 'Download as a page' })).toBeVisible();
});

test('a code that is not mailed is told, and one that is wrong stands at its field', async () => {
  open('data');
  await press('Add earlier orders');
  vi.mocked(client.requestAccountCode).mockRejectedValue(new ApiError(429, 'Please wait 45 seconds.'));
  await submit('Email me a code');
  expect(notifyError).toHaveBeenLastCalledWith('Please wait 45 seconds.');
  const wrong = 'This code is wrong or has expired.';
  vi.mocked(client.claimOrders).mockRejectedValueOnce(
    new ApiError(422, wrong, [{ field: 'code', message: wrong }]),
  );
  await type('Code', '000000');
  await submit('Add earlier orders');
  expect(dialog().getByLabelText('Code')).toHaveFocus();
  vi.mocked(client.claimOrders).mockResolvedValueOnce(2);
  vi.mocked(client.listOrders).mockResolvedValue({ orders: [], next: null });
  await ownOrders.load(ALL);
  await submit('Add earlier orders');
  expect(told()).toEqual(['2 orders are now in your account.']);
  // The list of orders is marked as stale.
  expect(ownOrders.entryOf(ALL).askedAt).toBe(0);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('deleting the account logs out and leads home', async () => {
  vi.mocked(client.deleteAccount).mockResolvedValue('Your account is deleted.');
  open('data');
  await press('Delete my account');
  await type('Code', '012345');
  await submit('Delete my account');
  expect(client.deleteAccount).toHaveBeenCalledExactlyOnceWith('012345');
  expect(await screen.findByText('at /')).toBeVisible();
  expect(useSession.getState().isLoginUser).toBe(false);
  expect(told()).toEqual(['Your account is deleted.']);
});

test('the own reviews are listed, and why one is not shown', async () => {
  const refused = ownReviewOf(karela, { _id: '2', review: 'Rude.', refusalReason: 'It is rude.' });
  const answered = ownReviewOf(karela, { _id: '1', review: 'Bitter.', shopAnswer: 'So is karela.' });
  vi.mocked(client.listOwnReviews)
    .mockResolvedValueOnce({ reviews: [refused], next: 'more' })
    .mockResolvedValueOnce({ reviews: [answered], next: null });
  open('reviews');
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent('We do not show this review: “It is rude.” You can change it.');
  expect(second).toHaveTextContent('So is karela.');
  expect(second).not.toHaveTextContent('We do not show');
  expect(screen.getAllByRole('button', { name: 'Change it' })).toHaveLength(2);
  expect(vi.mocked(client.listOwnReviews).mock.calls).toEqual([[undefined], ['more']]);
});

test('without reviews the page of reviews says so', async () => {
  vi.mocked(client.listOwnReviews).mockResolvedValue({ reviews: [], next: null });
  open('reviews');
  expect(await screen.findByText('You have not written a review yet.')).toBeVisible();
});
