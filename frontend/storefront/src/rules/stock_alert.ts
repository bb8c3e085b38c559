import { stockAlertWords } from '#words/stock_alerts';
import { findProblems, type Problems } from 'shared/forms/problems';

/** The fields of the form, named as in the payload. */
export const stockAlertFields = ['email'] as const;

/** Finds the problem of the address. The shop checks more. */
export function checkStockAlert({ email }: Readonly<Record<'email', string>>): Problems<'email'> {
  return findProblems(stockAlertFields, () => {
    if (!email.trim()) return stockAlertWords.emailRequired;
    return /.@./.test(email) ? undefined : stockAlertWords.emailInvalid;
  });
}
