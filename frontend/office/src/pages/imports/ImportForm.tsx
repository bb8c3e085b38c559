import { Link } from 'react-router';
import { wordsOf } from '../../api/errors';
import { type KindOfFile, problemOf } from '../../rules/imports';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { ImportErrors } from './ImportErrors';
import { ImportProgress } from './ImportProgress';
import styles from './imports.module.css';
import { useImport } from './use_import';

/** The import of a file: choose it, check it, then apply it. */
export function ImportForm({ of }: { of: KindOfFile }) {
  const { file, choose, send, ...on } = useImport(of.kind);
  const problem = file && problemOf(file);
  const found = on.found;
  const isChecked = found?.state === 'checked';
  const isOver = found?.state === 'applied';
  const canSend = file !== undefined && !problem && !on.isRunning && !isOver;
  return (
    <section className={`${card.card} ${styles.form}`} aria-labelledby="import">
      <h2 id="import">Import {of.label.toLowerCase()}</h2>
      <p className={styles.columnsOf}>
        The first line of the file names the columns: <code>{of.columns.join(', ')}</code>
      </p>
      <Chooser file={file} isBusy={on.isRunning} onChoose={choose} />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {on.sendError && (
        <p className={styles.problem} role="alert">
          {wordsOf(on.sendError)}
        </p>
      )}
      <ImportProgress {...on} />
      {found && found.errors.length > 0 && <ImportErrors found={found} />}
      <div className={styles.buttons}>
        {isChecked ? (
          <button type="button" className={button.primary} disabled={!canSend} onClick={() => send(false)}>
            Import {found.rowsTotal.toLocaleString('en-IN')} {found.rowsTotal === 1 ? 'row' : 'rows'}
          </button>
        ) : (
          <button type="button" className={button.primary} disabled={!canSend} onClick={() => send(true)}>
            Check
          </button>
        )}
        {isOver && of.kind === 'statements' && (
          <Link className={button.quiet} to="/payments/credits">
            Unmatched credits{' '}
          </Link>
        )}
        {isChecked && !file && <p>Choose the file again to import it.</p>}
      </div>
    </section>
  );
}

interface ChooserProps {
  file: File | undefined;
  isBusy: boolean;
  onChoose: (file: File | undefined) => void;
}

/** The area to choose or drop a file; the field covers all of it. It accepts a corrected file with the same name again. */
function Chooser({ file, isBusy, onChoose }: ChooserProps) {
  return (
    <label className={styles.chooser}>
      {file ? <b>{file.name}</b> : 'Drop a CSV file here, or'}{' '}
      <span className={button.quiet}>{file ? 'Choose another…' : 'Choose a file…'}</span>
      <input
        type="file"
        accept=".csv,text/csv"
        disabled={isBusy}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          target.value = '';
          if (chosen) onChoose(chosen);
        }}
      />
    </label>
  );
}
