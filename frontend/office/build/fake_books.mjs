// The fake API of the books. It checks little.
import { needsMe, needsProof, ok } from './fake_answers.mjs';

const ACCOUNTS = [
  ['bank', 184_210.5, 0],
  ['cod_fee', 0, 2_095.24],
  ['delivery', 0, 11_428.57],
  ['input_tax:provider_fees', 812.16, 0],
  ['output_tax:cgst', 310.4, 6_920.4],
  ['output_tax:igst', 0, 4_150],
  ['output_tax:sgst', 310.4, 6_920.4],
  ['provider:razorpay', 161_300, 17_224.16],
  ['provider_fees', 4_512, 0],
  ['receivable:cod', 96_100, 84_400],
  ['receivable:later', 104_210.5, 99_810.5],
  ['receivable:online', 172_080, 161_300],
  ['refunds_payable', 11_900, 13_550],
];

function balance() {
  const accounts = ACCOUNTS.map(([account, debit, credit]) => ({ account, debit, credit }));
  const sum = (side) => accounts.reduce((all, each) => all + Math.round(each[side] * 100), 0);
  const sales = { account: 'sales:5%', debit: 0, credit: (sum('debit') - sum('credit')) / 100 };
  const all = [...accounts, sales];
  return ok({ accounts: all, isBalanced: true, knownAccounts: all.map(({ account }) => account) });
}

const RATES = [
  {
    hsn: '1211',
    since: '2025-09-22',
    rateBasisPoints: 500,
    source: 'Notification 9/2025, Schedule I',
    isCurrent: true,
  },
  {
    hsn: '1211',
    since: '2017-07-01',
    rateBasisPoints: 500,
    source: 'Notification 1/2017, Schedule I',
    isCurrent: false,
  },
  {
    hsn: '3004',
    since: '2025-09-22',
    rateBasisPoints: 500,
    source: 'Notification 9/2025, Schedule I',
    isCurrent: true,
  },
];

const rates = () => ok({ rates: RATES, missing: [{ hsn: '13021919', orders: 2, since: '2026-11-24' }] });
const setRate = (_, { body }) => ok({ ...body, isCurrent: false });
const correct = () => ok({ entryId: crypto.randomUUID(), bookedOn: '2026-11-26' });

export const BOOK_ROUTES = [
  [/^GET books$/, needsMe(balance)],
  [/^POST books\/corrections$/, needsProof(correct)],
  [/^GET books\/tax-rates$/, needsMe(rates)],
  [/^POST books\/tax-rates$/, needsProof(setRate)],
];
