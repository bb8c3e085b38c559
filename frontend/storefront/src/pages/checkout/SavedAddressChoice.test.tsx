import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import type { SavedAddress } from '../../api/types';
import { usePincode } from '../../delivery/pincode';
import { sentAddress } from '../../rules/addresses';
import { setLoginFlag } from '../../stores/login';
import { finishAttempt, setDetail, useAttempt } from './attempt';
import { SavedAddressChoice } from './SavedAddressChoice';

vi.mock('../../api/client');

const home: SavedAddress = {
  id: 'home',
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
  pincode: '388001',
};

beforeEach(() => {
  vi.resetAllMocks();
  finishAttempt();
  usePincode.setState({ pincode: '' });
  vi.mocked(client.listAddresses).mockResolvedValue([home, work]);
  vi.mocked(client.readAccount).mockResolvedValue({
    email: 'asha@gmail.com',
    mobileNumber: '9876543210',
    createdAt: '2026-11-01T06:30:00Z',
  });
  setLoginFlag(true);
});

const details = () => useAttempt.getState().details;
const choice = () => screen.findByLabelText<HTMLSelectElement>('Deliver to');

test('the first saved address and the account’s email are filled in, and another can be chosen', async () => {
  render(<SavedAddressChoice open locked={false} />);
  const filled = sentAddress(home);
  expect(await choice()).toHaveValue('home');
  await waitFor(() => expect(details()).toEqual({ ...filled, email: 'asha@gmail.com' }));
  await userEvent.selectOptions(await choice(), 'work');
  expect(details()).toMatchObject({ deliveryAddress: '7 Station Road, Anand', pincode: '388001' });
  await userEvent.selectOptions(await choice(), '');
  expect(details()).toMatchObject({ fullname: '', deliveryAddress: '', email: 'asha@gmail.com' });
  expect(await choice()).toHaveValue('');
});

test('typed text stays', async () => {
  setDetail('fullname', 'Bina Patel');
  setDetail('email', 'bina@example.com');
  render(<SavedAddressChoice open locked={false} />);
  expect(await choice()).toHaveValue('');
  expect(details()).toMatchObject({ fullname: 'Bina Patel', email: 'bina@example.com', deliveryAddress: '' });
});

test('the account’s email stays out of the field in which the shopper is', async () => {
  render(
    <>
      <SavedAddressChoice open locked={false} />
      <input name="email" aria-label="Email" />
    </>,
  );
  screen.getByLabelText('Email').focus();
  expect(await choice()).toHaveValue('home');
  await waitFor(() => expect(details().deliveryAddress).toBe(home.deliveryAddress));
  expect(details().email).toBe('');
});

test.each([
  ['mobilenumber', '9123456789'],
  ['pincode', '388001'],
] as const)('a %s that was typed is not overwritten', async (name, value) => {
  setDetail(name, value);
  render(<SavedAddressChoice open locked={false} />);
  expect(await choice()).toHaveValue('');
  expect(details()).toMatchObject({ fullname: '', deliveryAddress: '', [name]: value });
});

test('the pincode that the shop remembers gives way to that of the saved address', async () => {
  usePincode.setState({ pincode: '110001' });
  setDetail('pincode', '110001');
  render(<SavedAddressChoice open locked={false} />);
  await waitFor(() => expect(details()).toMatchObject(sentAddress(home)));
});

test('another address brings back what was typed before one was chosen', async () => {
  setDetail('fullname', 'Bina Patel');
  setDetail('deliveryAddress', '4 Temple Street, Navsari');
  render(<SavedAddressChoice open locked={false} />);
  await userEvent.selectOptions(await choice(), 'work');
  expect(details()).toMatchObject(sentAddress(work));
  await userEvent.selectOptions(await choice(), '');
  expect(details()).toMatchObject({ fullname: 'Bina Patel', deliveryAddress: '4 Temple Street, Navsari' });
});

test('a visitor is asked nothing of the server', () => {
  setLoginFlag(false);
  render(<SavedAddressChoice open locked={false} />);
  expect(client.listAddresses).not.toHaveBeenCalled();
  expect(screen.queryByLabelText('Deliver to')).toBeNull();
});
