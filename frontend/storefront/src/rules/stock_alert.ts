import { stockAlertWords } from '#words/stock_alerts';
import { findProblems, type Problems } from 'shared/forms/problems';

/** The fields of the form, named as the payload names them. */
export const stockAlertFields = ['email'] as const;

/** What is wrong with an address that is to be told; which addresses there are, the shop knows better. */
export function checkStockAlert({ email }: Readonly<Record<'email', string>>): Problems<'email'> {
  return findProblems(stockAlertFields, () => {
    if (!email.trim()) return stockAlertWords.emailRequired;
    return /.@./.test(email) ? undefined : stockAlertWords.emailInvalid;
  });
}
