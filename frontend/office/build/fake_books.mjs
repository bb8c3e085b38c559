// The fake methods of the books. They check little.
import { LedgerService } from '../contract/shop/billing/v1/ledger_pb.js';
import { TaxRateService } from '../contract/shop/billing/v1/tax_rates_pb.js';

/** Name, debit and credit of each account, in rupees. */
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

const paise = (rupees) => BigInt(Math.round(rupees * 100));

function balance() {
  const booked = ACCOUNTS.map(([account, debit, credit]) => ({
    account,
    debitPaise: paise(debit),
    creditPaise: paise(credit),
  }));
  const sold = booked.reduce((all, { debitPaise, creditPaise }) => all + debitPaise - creditPaise, 0n);
  const accounts = [...booked, { account: 'sales:5%', creditPaise: sold }];
  return { accounts, knownAccounts: accounts.map(({ account }) => account) };
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

export const BOOK_METHODS = [
  [LedgerService.method.getTrialBalance, balance],
  [LedgerService.method.postCorrection, () => ({})],
  [
    TaxRateService.method.listTaxRates,
    () => ({ rates: RATES, missing: [{ hsn: '13021919', orders: 2n, since: '2026-11-24' }] }),
  ],
  [TaxRateService.method.setTaxRate, () => ({})],
];
