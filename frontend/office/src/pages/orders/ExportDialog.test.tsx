import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { ExportDialog } from './ExportDialog';
import OrdersPage from './OrdersPage';

const NOVEMBER = '/api/office/v1/orders/export.csv?from=2026-11-01&until=2026-11-25';
const saved: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-24T20:00:00Z'), toFake: ['Date'] });
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  saved.length = 0;
  URL.createObjectURL = vi.fn<(file: Blob | MediaSource) => string>(() => 'blob:orders');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open() {
  const onClose = vi.fn<() => void>();
  return { onClose, ...show(<ExportDialog onClose={onClose} />) };
}

const send = () => screen.getByRole('button', { name: 'Export' });

test('the month of today in India is saved as a file once it is proven who asks', async () => {
  const calls: string[] = [];
  let isProven = false;
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (address) => {
      calls.push(String(address));
      if (String(address).endsWith('session/reauthentication')) {
        isProven = true;
        return Response.json({ success: true, data: meWith('orders.export') });
      }
      const refusal = { success: false, message: 'Show who you are.', reason: 'REAUTHENTICATE' };
      return isProven ? new Response('\uFEFFOrder number\r\n') : Response.json(refusal, { status: 403 });
    }),
  );
  const { user, onClose } = open();
  await user.click(send());
  await user.type(await screen.findByLabelText('Your password'), 'monsoon over surat');
  await user.type(screen.getByLabelText('Code of your authenticator app'), '123456');
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls).toEqual([NOVEMBER, '/api/office/v1/session/reauthentication', NOVEMBER]);
  expect(saved).toEqual(['orders-2026-11-01-to-2026-11-25.csv blob:orders']);
});

test('days in the wrong order and more than a year are not asked for', async () => {
  const calls = answerCalls({});
  const { user } = open();
  const until = screen.getByLabelText('Last day');
  await user.clear(until);
  await user.type(until, '2026-10-31');
  await user.click(send());
  expect(await screen.findByText('The last day is before the first.')).toBeInTheDocument();
  await user.clear(until);
  await user.type(until, '2027-11-02');
  await user.click(send());
  expect(await screen.findByText('A file holds 366 days at most.')).toBeInTheDocument();
  expect(calls).toEqual([]);
});

test('a file that breaks off is not saved', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => {
      const half = new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('Order number\r\n'));
          stream.error(new TypeError('network error'));
        },
      });
      return new Response(half);
    }),
  );
  const { user, onClose } = open();
  await user.click(send());
  expect(await screen.findByText(/The office cannot be reached/)).toBeInTheDocument();
  expect(saved).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

test('only staff who may export are offered it', async () => {
  answerCalls({ 'GET today': { data: { counts: [] } }, 'GET orders': { data: { orders: [] } } });
  const { user, unmount } = show(<OrdersPage />, {
    me: meWith('orders.read', 'orders.export'),
    at: '/orders',
  });
  await user.click(screen.getByRole('button', { name: 'Export…' }));
  expect(screen.getByRole('dialog', { name: 'Export orders' })).toBeInTheDocument();
  unmount();
  show(<OrdersPage />, { me: meWith('orders.read'), at: '/orders' });
  expect(screen.queryByRole('button', { name: 'Export…' })).not.toBeInTheDocument();
});
