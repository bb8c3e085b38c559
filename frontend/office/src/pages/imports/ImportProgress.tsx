import { useId } from 'react';
import { formatMoment } from 'shared/rules/moment';
import type { Import } from '../../api/imports';
import { wordsOf } from '../../api/errors';
import { rowsWords } from '../../rules/imports';
import styles from './imports.module.css';

interface ImportProgressProps {
  isSending: boolean;
  isWatched: boolean;
  isRunning: boolean;
  found: Import | undefined;
  watchError: Error | null;
}

/** The progress of an import, visible and for screen readers. */
export function ImportProgress({ isSending, isWatched, isRunning, found, watchError }: ImportProgressProps) {
  const id = useId();
  const isShown = isRunning && !watchError;
  const total = found?.rowsTotal ?? 0;
  return (
    <>
      {/* Always in the page, so that screen readers announce its changes. */}
      <p id={id} role="status" className={styles.status} data-state={isSending ? 'running' : found?.state}>
        {isSending ? 'Uploading the file…' : isWatched && !watchError && words(found)}
      </p>
      {isShown && (
        <progress aria-labelledby={id} {...(total > 0 && { max: total, value: found?.rowsDone ?? 0 })} />
      )}
      {watchError && (
        <p className={styles.problem} role="alert">
          {wordsOf(watchError)}
        </p>
      )}
    </>
  );
}

function words(found: Import | undefined): string {
  if (!found) return 'Looking for the file…';
  const { rowsTotal: total, rowsWrong: wrong, finishedAt } = found;
  switch (found.state) {
    case 'running':
      return total > 0
        ? `${found.rowsDone.toLocaleString('en-IN')} of ${rowsWords(total)} ${found.isDryRun ? 'checked' : 'imported'}…`
        : 'Reading the file…';
    case 'checked':
      return `${rowsWords(total)}, no errors. Nothing is imported yet.`;
    case 'applied':
      return `${rowsWords(total)} imported${finishedAt ? `, ${formatMoment(finishedAt)}` : ''}.`;
    case 'refused':
      return wrong > 0
        ? `${wrong.toLocaleString('en-IN')} of ${rowsWords(total)} ${wrong === 1 ? 'is' : 'are'} wrong. Nothing was imported.`
        : 'The file cannot be read. Nothing was imported.';
    case 'failed':
      return 'The file could not be imported, and nothing was changed. Try again later.';
  }
}
