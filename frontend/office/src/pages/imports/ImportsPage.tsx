import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { wordsOf } from '../../api/errors';
import { readFile } from '../../api/file';
import { notifyDone, notifyFailed } from '../../messages/notify';
import { type ExportFile, type KindOfFile, KINDS_OF_FILES, sampleOf } from '../../rules/imports';
import { may } from '../../rules/permissions';
import { useMe } from '../../session/use_me';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { PageHead } from '../../ui/PageHead';
import { Nothing } from '../../ui/Waiting';
import { saveFile } from '../orders/save_file';
import { ImportForm } from './ImportForm';
import styles from './imports.module.css';

/** The imports and exports. */
export default function ImportsPage() {
  const me = useMe();
  const [search, setSearch] = useSearchParams();
  const kinds = KINDS_OF_FILES.filter(({ permission }) => may(me, permission));
  const chosen = kinds.find(({ kind }) => kind === search.get('kind')) ?? kinds[0];
  return (
    <>
      <PageHead title="Import and export" />
      {!chosen ? (
        <Nothing>Your role cannot import files. Ask the owner for access.</Nothing>
      ) : (
        <div className={styles.columns}>
          <fieldset className={`${card.card} ${styles.kinds}`}>
            <legend>
              <h2>What to import</h2>
            </legend>
            <ul>
              {kinds.map((each) => (
                <li key={each.kind}>
                  <label className={styles.kind}>
                    <input
                      type="radio"
                      name="kind"
                      checked={each === chosen}
                      onChange={() => setSearch({ kind: each.kind }, { replace: true })}
                    />
                    <b>{each.label}</b>
                    <small>{each.does}</small>
                  </label>
                  <Files
                    of={each}
                    exported={each.exported && may(me, each.exported.permission) ? each.exported : undefined}
                  />
                </li>
              ))}
            </ul>
          </fieldset>
          <ImportForm key={chosen.kind} of={chosen} />
        </div>
      )}
    </>
  );
}

/** The downloads of a kind: an export of all rows, and an empty file with its header. */
function Files({ of, exported }: { of: KindOfFile; exported: ExportFile | undefined }) {
  const exporting = useMutation({
    mutationFn: async ({ path, name }: ExportFile) => saveFile(await readFile(path), name),
    onSuccess: () => notifyDone(`${of.label}: the file is saved.`),
    onError: (error) => notifyFailed(wordsOf(error)),
  });
  const sample = () => saveFile(new Blob([sampleOf(of)], { type: 'text/csv' }), `${of.kind}-sample.csv`);
  return (
    <p className={styles.files}>
      {exported && (
        <button
          type="button"
          className={button.link}
          aria-disabled={exporting.isPending || undefined}
          onClick={() => !exporting.isPending && exporting.mutate(exported)}
        >
          {exporting.isPending ? 'Exporting' : 'Export'}
          <span className="visuallyHidden"> {of.label}</span>
          {exporting.isPending && '…'}
        </button>
      )}
      <button type="button" className={button.link} onClick={sample}>
        Sample file<span className="visuallyHidden"> for {of.label}</span>
      </button>
    </p>
  );
}
