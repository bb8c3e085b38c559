import { Code, ConnectError } from '@connectrpc/connect';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorInfoSchema } from '#contract/google/rpc/error_details_pb.js';
import { type SetTaxRateRequest, TaxRateService } from '#contract/shop/billing/v1/tax_rates_pb.js';
import { queryClient } from '../../api/query_client';
import { meWith } from '../../test_data';
import { show } from '../../test_page';
import TaxRatesPage from './TaxRatesPage';

const rate = (since: string, rateBasisPoints: number, isCurrent: boolean) => ({
  hsn: '1211',
  since,
  rateBasisPoints,
  source: 'Notification 9/2025',
  isCurrent,
});

const told = {
  rates: [rate('2026-12-01', 1_800, false), rate('2025-09-22', 500, true)],
  missing: [
    { hsn: '13021919', orders: 2n, since: '2026-11-24' },
    { hsn: '', orders: 1n, since: '2026-11-25' },
  ],
};

/** Shows the page of rates. The first rate that is set is refused. */
function open(...permissions: string[]) {
  const set: SetTaxRateRequest[] = [];
  const shown = show(<TaxRatesPage />, {
    me: meWith(...permissions),
    services: ({ service }) => {
      service(TaxRateService, {
        listTaxRates: () => told,
        setTaxRate: (wanted) => {
          set.push(wanted);
          if (set.length > 1) return {};
          const words = 'The rate of 1302 from 2026-11-26 was set to 5% before.';
          const details = [{ desc: ErrorInfoSchema, value: { reason: 'RATE_SET' } }];
          throw new ConnectError(words, Code.FailedPrecondition, undefined, details);
        },
      });
    },
  });
  return { ...shown, set };
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T06:00:00Z'), toFake: ['Date'] });
  queryClient.clear();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a reader of the books sees the current rate and what waits for one, and sets none', async () => {
  open('books.read');
  const [toCome, current] = await screen.findAllByRole('row', { name: /^1211/ });
  expect(within(toCome as HTMLElement).getByText('Upcoming')).toBeInTheDocument();
  expect(within(current as HTMLElement).getByText('5%')).toBeInTheDocument();
  expect(within(current as HTMLElement).getByText('In force')).toBeInTheDocument();
  expect(screen.getByText(/2 orders, since/)).toBeInTheDocument();
  expect(screen.getByText('Give their products a code first.')).toBeInTheDocument();
  expect(screen.getByText(/To be confirmed by your accountant/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Set/ })).not.toBeInTheDocument();
});

test('a rate that documents wait for is set from today on, and a refusal is shown', async () => {
  const { user, set } = open('books.read', 'books.write');
  await user.click(await screen.findByRole('button', { name: 'Set its rate…' }));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByLabelText('HSN')).toHaveValue('1302');
  expect(within(dialog).getByLabelText('First day')).toHaveValue('2026-11-26');
  const percent = within(dialog).getByLabelText('Rate in percent');
  const send = within(dialog).getByRole('button', { name: 'Save' });
  await user.type(percent, '41');
  await user.type(within(dialog).getByLabelText('Source'), 'Notification 9/2025');
  await user.click(send);
  expect(await within(dialog).findByText('At most 40 percent.')).toBeInTheDocument();
  await user.clear(percent);
  await user.type(percent, '0.25 %');
  await user.click(send);
  expect(await within(dialog).findByText(/was set to 5% before/)).toHaveFocus();
  await user.click(send);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(set[1]).toMatchObject({
    hsn: '1302',
    rateBasisPoints: 25,
    since: '2026-11-26',
    source: 'Notification 9/2025',
  });
});
