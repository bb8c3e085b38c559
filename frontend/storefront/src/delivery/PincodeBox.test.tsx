import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../api/client';
import { ApiError, ConnectionError } from '../api/errors';
import { surat } from '../test_data';
import { PincodeBox } from './PincodeBox';
import { usePincode } from './pincode';

vi.mock('../api/client');

beforeEach(() => {
  localStorage.clear();
  usePincode.setState({ pincode: '' });
  vi.mocked(client.quoteDelivery).mockReset().mockResolvedValue(surat);
});

async function ask(pincode: string) {
  const field = screen.getByLabelText('Delivery to you');
  await userEvent.clear(field);
  await userEvent.type(field, `${pincode}{Enter}`);
}

test('a pincode is asked for once, and the next page says when a parcel comes there', async () => {
  const { unmount } = render(<PincodeBox />);
  expect(screen.getByText(/^Enter your pincode/)).toBeVisible();
  await ask('395007');
  expect(await screen.findByText(/^Surat, Gujarat:/)).toHaveTextContent(
    'Surat, Gujarat: by Friday 27 November',
  );
  expect(screen.getByText('Prepaid free · Cash on delivery ₹50')).toBeVisible();
  expect(localStorage.getItem('pincode')).toBe('395007');
  unmount();
  usePincode.setState({ pincode: '' });
  render(<PincodeBox />);
  expect(await screen.findByText(/^Surat, Gujarat:/)).toBeVisible();
  expect(screen.getByLabelText('Delivery to you')).toHaveValue('395007');
});

test('a pincode that is pasted with a space is asked about', async () => {
  render(<PincodeBox />);
  const field = screen.getByLabelText('Delivery to you');
  await userEvent.click(field);
  await userEvent.paste('395 003');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText(/^Surat, Gujarat:/)).toBeVisible();
  expect(client.quoteDelivery).toHaveBeenCalledExactlyOnceWith('395003', { fresh: false });
});

test('a page that is seen again the next day promises the day that holds then', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  render(<PincodeBox />);
  await ask('395007');
  expect(await screen.findByText('by Friday 27 November')).toBeVisible();
  vi.setSystemTime(Date.now() + 86_400_000);
  vi.mocked(client.quoteDelivery).mockResolvedValue({ ...surat, latestOn: '2026-11-28' });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText('by Saturday 28 November')).toBeVisible();
  vi.useRealTimers();
});

test('a pincode without cash on delivery says so, and has the price of delivery', async () => {
  vi.mocked(client.quoteDelivery).mockResolvedValue({ ...surat, prepaid: 80, codFee: null });
  render(<PincodeBox />);
  await ask('744101');
  expect(await screen.findByText('Prepaid ₹80 · No cash on delivery here')).toBeVisible();
});

test('a pincode that does not exist is said so, and not kept', async () => {
  vi.mocked(client.quoteDelivery).mockRejectedValue(new ApiError(404, 'We do not know this pincode.'));
  render(<PincodeBox />);
  await ask('999999');
  expect(await screen.findByText('There is no pincode 999999. Please check it.')).toBeVisible();
  expect(screen.getByLabelText('Delivery to you')).toBeInvalid();
  expect(localStorage.getItem('pincode')).toBeNull();
});

test('an invalid pincode is not looked up', async () => {
  render(<PincodeBox />);
  await ask('3950');
  expect(screen.getByText('A pincode has six digits.')).toBeVisible();
  expect(client.quoteDelivery).not.toHaveBeenCalled();
});

test('a shop that did not answer is asked again', async () => {
  vi.mocked(client.quoteDelivery).mockRejectedValueOnce(new ConnectionError(new Error('gone')));
  render(<PincodeBox />);
  await ask('395007');
  expect(await screen.findByText(/^We could not look up your pincode/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText(/^Surat, Gujarat:/)).toBeVisible();
});
