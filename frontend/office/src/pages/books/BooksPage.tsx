import { useQuery } from '@connectrpc/connect-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatPaise } from 'shared/rules/rupees';
import { type AccountBalance, LedgerService } from '#contract/shop/billing/v1/ledger_pb.js';
import { accountWords, standingOf } from '../../rules/books';
import { useMay } from '../../session/use_me';
import { Chip } from '../../ui/Chip';
import { PageHead } from '../../ui/PageHead';
import { Nothing, Waiting } from '../../ui/Waiting';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import table from '../../ui/table.module.css';
import { BookFiles } from './BookFiles';
import styles from './books.module.css';
import { CorrectionDialog } from './CorrectionDialog';

/** The balance of each account of the books, and the files for an accountant. */
export default function BooksPage() {
  const query = useQuery(LedgerService.method.getTrialBalance);
  const balance = query.data;
  const accounts = balance?.knownAccounts ?? [];
  const mayCorrect = useMay('books.write') && accounts.length > 0;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <PageHead title="Books">
        <Link className={button.quiet} to="/books/tax-rates">
          Tax rates
        </Link>
        {mayCorrect && (
          <button type="button" className={button.quiet} onClick={() => setIsOpen(true)}>
            Post a correction…
          </button>
        )}
      </PageHead>
      <div className={styles.page}>
        <BookFiles />
        <section className={card.card} aria-labelledby="trial-balance">
          <h2 id="trial-balance">Trial balance</h2>
          {!balance ? (
            <Waiting query={query} what="the books" />
          ) : balance.accounts.length === 0 ? (
            <Nothing>Nothing is booked yet.</Nothing>
          ) : (
            <>
              <p className={styles.balance}>
                {balance.sumPaise === 0n ? (
                  <Chip tone="ok">Balanced</Chip>
                ) : (
                  <Chip tone="bad">Not balanced: call the owner of the shop</Chip>
                )}
              </p>
              <Accounts accounts={balance.accounts} />
            </>
          )}
        </section>
      </div>
      {isOpen && <CorrectionDialog accounts={accounts} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function Accounts({ accounts }: { accounts: readonly AccountBalance[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone it is scrolled, by keys, too
    <div className={styles.wide} role="region" aria-label="Accounts" tabIndex={0}>
      <table className={`${table.table} ${styles.accounts}`}>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" data-align="end">
              Debit
            </th>
            <th scope="col" data-align="end">
              Credit
            </th>
            <th scope="col" data-align="end">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((each) => {
            const { paise, side } = standingOf(each);
            return (
              <tr key={each.account}>
                <th scope="row">{accountWords(each.account)}</th>
                <td data-align="end">{formatPaise(each.debitPaise)}</td>
                <td data-align="end">{formatPaise(each.creditPaise)}</td>
                <td data-align="end">
                  {formatPaise(paise)} {side}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
