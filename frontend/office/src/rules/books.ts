import type { AccountBalance } from '#contract/shop/billing/v1/ledger_pb.js';
import type { BookKind } from '../api/books';

/** The monthly files, with their labels and their uses for an accountant. */
export const BOOKS: readonly { kind: BookKind; label: string; does: string }[] = [
  { kind: 'day-book', label: 'Day book', does: 'every entry, for the accounting program' },
  { kind: 'sales-register', label: 'Sales register', does: 'each invoice and credit note by HSN and rate' },
  { kind: 'hsn-summary', label: 'HSN summary', does: 'GSTR-1, table 12' },
  { kind: 'b2c-large', label: 'B2C large', does: 'GSTR-1, table 5: above ₹1,00,000 to other states' },
  { kind: 'b2c-small', label: 'B2C small', does: 'GSTR-1, table 7: everything else, by state and rate' },
];

const ACCOUNTS: Readonly<Record<string, string>> = {
  'receivable:online': 'Owed by buyers who pay online',
  'receivable:cod': 'Owed by carriers, for cash on delivery',
  'receivable:later': 'Owed by buyers who pay later',
  'provider:razorpay': 'Owed by Razorpay, until it pays out',
  bank: 'Bank',
  cash: 'Cash',
  unallocated: 'Held, not matched to an order',
  refunds_payable: 'Refunds on their way to buyers',
  delivery: 'Delivery, without tax',
  cod_fee: 'Fees for cash on delivery, without tax',
  provider_fees: 'Fees of providers, without tax',
  'input_tax:provider_fees': 'Tax on fees of providers',
  'output_tax:cgst': 'CGST on sales',
  'output_tax:sgst': 'SGST on sales',
  'output_tax:igst': 'IGST on sales',
};

const SALES = 'sales:';

/** Returns the label of an account. An account that only a newer billing service knows keeps its name. */
export function accountWords(account: string): string {
  if (account.startsWith(SALES)) return `Goods at ${account.slice(SALES.length)}, without tax`;
  return ACCOUNTS[account] ?? account;
}

/** Returns the balance of an account and its side. */
export function standingOf({ debitPaise, creditPaise }: Pick<AccountBalance, 'debitPaise' | 'creditPaise'>): {
  paise: bigint;
  side: 'Dr' | 'Cr' | '';
} {
  const paise = debitPaise - creditPaise;
  return paise < 0n ? { paise: -paise, side: 'Cr' } : { paise, side: paise > 0n ? 'Dr' : '' };
}

/** Returns the month before the month of a day such as 2026-11-25. */
export function monthBefore(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
}
