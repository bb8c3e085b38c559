import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isoDay } from 'shared/rules/india';
import { type BookKind, exportBook } from '../../api/books';
import { wordsOf } from '../../api/errors';
import { notifyDone, notifyFailed } from '../../messages/notify';
import { BOOKS, monthBefore } from '../../rules/books';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { TextField } from '../../ui/fields';
import { saveFile } from '../orders/save_file';
import styles from './books.module.css';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The downloads of a month's files. */
export function BookFiles() {
  const today = isoDay();
  const [month, setMonth] = useState(() => monthBefore(today));
  const isMonth = MONTH.test(month);
  const saving = useMutation({
    mutationFn: async (kind: BookKind) => saveFile(await exportBook(kind, month), `${kind}-${month}.csv`),
    onSuccess: () => notifyDone('The file is saved.'),
    onError: (error) => notifyFailed(wordsOf(error)),
  });
  return (
    <section className={card.card} aria-labelledby="files-of-a-month">
      <h2 id="files-of-a-month">Monthly files</h2>
      <div className={styles.month}>
        <TextField
          label="Month"
          type="month"
          max={today.slice(0, 7)}
          value={month}
          problem={isMonth ? undefined : 'Enter a month, such as 2026-11.'}
          onChange={({ target }) => setMonth(target.value)}
        />
      </div>
      <ul className={styles.files}>
        {BOOKS.map(({ kind, label, does }) => (
          <li key={kind}>
            <button
              type="button"
              className={button.quiet}
              aria-disabled={saving.isPending || !isMonth || undefined}
              onClick={() => !saving.isPending && isMonth && saving.mutate(kind)}
            >
              {label}
            </button>
            <span className={styles.note}>{does}</span>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        Rates, tables and bounds are to be confirmed by your accountant before a return is filed.
      </p>
    </section>
  );
}
