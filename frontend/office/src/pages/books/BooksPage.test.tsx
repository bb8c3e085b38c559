import type { MessageInitShape } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type GetTrialBalanceResponseSchema,
  LedgerService,
  type PostCorrectionRequest,
} from '#contract/shop/billing/v1/ledger_pb.js';
import { queryClient } from '../../api/query_client';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import BooksPage from './BooksPage';

const me = meWith('books.read');
const saved = vi.hoisted(() => vi.fn<(file: Blob, name: string) => void>());
vi.mock('../orders/save_file', () => ({ saveFile: saved }));

const accounts = [
  { account: 'receivable:online', debitPaise: 53_800n, creditPaise: 107_600n },
  { account: 'sales:5%', creditPaise: 51_238n },
];

/** Shows the page of books. The corrections get these answers, one after another. */
function open(
  balance: MessageInitShape<typeof GetTrialBalanceResponseSchema>,
  of = me,
  ...refusals: ConnectError[]
) {
  const corrections: PostCorrectionRequest[] = [];
  const shown = show(<BooksPage />, {
    me: of,
    services: ({ service }) => {
      service(LedgerService, {
        getTrialBalance: () => balance,
        postCorrection: (correction) => {
          corrections.push(correction);
          const refusal = refusals.shift();
          if (refusal) throw refusal;
          return {};
        },
      });
    },
  });
  return { ...shown, corrections };
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T06:00:00Z'), toFake: ['Date'] });
  queryClient.clear();
  saved.mockClear();
});

afterEach(() => {
  vi.useRealTimers();
});

test('each account is told in words with where it stands', async () => {
  open({ accounts });
  const row = await screen.findByRole('row', { name: /Owed by buyers who pay online/ });
  expect(within(row).getByText('₹538.00 Cr')).toBeInTheDocument();
  expect(screen.getByText('Goods at 5%, without tax')).toBeInTheDocument();
  expect(screen.getByText('Balanced')).toBeInTheDocument();
});

test('books that are wrong are said to be wrong', async () => {
  open({ accounts, sumPaise: 1n });
  expect(await screen.findByText(/Not balanced/)).toBeInTheDocument();
});

test('a file of the month that is closed, or of another one, is saved', async () => {
  const calls = answerCalls({
    'GET books/hsn-summary.csv?month=2026-10': {},
    'GET books/b2c-small.csv?month=2026-09': {},
  });
  const { user } = open({});
  await user.click(screen.getByRole('button', { name: 'HSN summary' }));
  await waitFor(() => expect(saved.mock.lastCall?.[1]).toBe('hsn-summary-2026-10.csv'));
  const month = screen.getByLabelText('Month');
  await user.clear(month);
  await user.click(screen.getByRole('button', { name: 'B2C small' }));
  expect(calls.filter(({ route }) => route.includes('.csv'))).toHaveLength(1);
  await user.type(month, '2026-09');
  await user.click(screen.getByRole('button', { name: 'B2C small' }));
  await waitFor(() => expect(saved.mock.lastCall?.[1]).toBe('b2c-small-2026-09.csv'));
});

test('a correction is booked once, however often it is sent, and not by a reader', async () => {
  const knownAccounts = ['bank', 'receivable:online'];
  const { unmount } = open({ accounts, knownAccounts });
  expect(await screen.findByText('Balanced')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Post a correction/ })).not.toBeInTheDocument();
  unmount();
  const writer = meWith('books.read', 'books.write');
  const away = new ConnectError('The books cannot be written right now.', Code.Unavailable);
  const { user, corrections } = open({ accounts, knownAccounts }, writer, away);
  await user.click(await screen.findByRole('button', { name: /Post a correction/ }));
  const dialog = screen.getByRole('dialog');
  await user.selectOptions(within(dialog).getByLabelText('Debit'), 'bank');
  await user.selectOptions(within(dialog).getByLabelText('Credit'), 'bank');
  await user.type(within(dialog).getByLabelText('Amount in ₹'), '100.50');
  await user.type(within(dialog).getByLabelText('Reason'), 'too short');
  const send = within(dialog).getByRole('button', { name: 'Post' });
  await user.click(send);
  expect(await within(dialog).findByText(/Enter a reason of 10 characters/)).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText('Reason'), ': a fee came twice');
  await user.click(send);
  expect(await within(dialog).findByText(/two different accounts/)).toBeInTheDocument();
  await user.selectOptions(within(dialog).getByLabelText('Credit'), 'receivable:online');
  await user.click(send);
  expect(await within(dialog).findByText('The books cannot be written right now.')).toBeInTheDocument();
  await user.click(send);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(corrections).toHaveLength(2);
  expect(corrections[0]).toMatchObject({
    debitAccount: 'bank',
    creditAccount: 'receivable:online',
    amountPaise: 10_050n,
    reason: 'too short: a fee came twice',
  });
  expect(corrections[0]?.correctionId).not.toBe('');
  expect(corrections[1]).toEqual(corrections[0]);
});
