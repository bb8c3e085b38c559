import type { Import } from '../../api/imports';
import table from '../../ui/table.module.css';
import styles from './imports.module.css';

/** The errors of a file, in the order of its rows. */
export function ImportErrors({ found: { errors, rowsWrong } }: { found: Import }) {
  return (
    <div>
      <table className={`${table.table} ${styles.errors}`}>
        <caption className="visuallyHidden">Errors</caption>
        <thead>
          <tr>
            <th scope="col" data-align="end" data-tight="">
              Line
            </th>
            <th scope="col" data-tight="">
              Column
            </th>
            <th scope="col">What to change</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ line, column, message }) => (
            <tr key={`${line} ${column} ${message}`}>
              <td data-align="end">{line}</td>
              <td data-tight="">{column ?? 'the row'}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rowsWrong > errors.length && (
        <p className={styles.more}>
          These are the first {errors.length}. Correct them, and check the file again.
        </p>
      )}
    </div>
  );
}
