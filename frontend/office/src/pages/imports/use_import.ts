import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { randomId } from 'shared/rules/random_id';
import { type Import, startImport } from '../../api/imports';
import { importQuery } from '../../api/queries';
import { everythingChanged } from '../../api/query_client';
import type { ImportKind } from '../../rules/imports';

/** An attempt to import a file. A retry has the same id. */
interface ImportAttempt {
  kind: ImportKind;
  id: string;
  file: File;
  isDryRun: boolean;
}

/** Sends a file and polls its import until it is finished. The address holds the import's id, so that staff can return to it. */
export function useImport(kind: ImportKind) {
  const [search, setSearch] = useSearchParams();
  const [file, setFile] = useState<File>();
  const lastAttempt = useRef<ImportAttempt>(undefined);
  const id = search.get('import') ?? '';
  const watched = useQuery({ ...importQuery(kind, id), enabled: id !== '' });
  const sending = useMutation({
    mutationFn: (attempt: ImportAttempt) =>
      startImport(attempt.kind, attempt.id, attempt.file, attempt.isDryRun),
    onSuccess: (started) => setSearch({ kind: started.kind, import: started.id }, { replace: true }),
  });
  const found = watched.data;
  useTellEnd(found);

  function send(isDryRun: boolean) {
    if (!file) return;
    const last = lastAttempt.current;
    // A retry after a failed send has the same id.
    const isSame = sending.isError && last?.file === file && last.isDryRun === isDryRun && last.kind === kind;
    const attempt = isSame ? last : { kind, id: randomId(), file, isDryRun };
    lastAttempt.current = attempt;
    sending.mutate(attempt);
  }

  /** Chooses another file, or none, and clears the result of the last one. */
  function choose(chosen: File | undefined) {
    setFile(chosen);
    sending.reset();
    setSearch({ kind }, { replace: true });
  }

  return {
    file,
    choose,
    send,
    isSending: sending.isPending,
    sendError: sending.error,
    isWatched: id !== '',
    found,
    watchError: watched.error,
    isRunning: sending.isPending || (id !== '' && (!found || found.state === 'running')),
  };
}

/** Refetches everything after an import was applied. */
function useTellEnd(found: Import | undefined) {
  const appliedId = found?.state === 'applied' ? found.id : undefined;
  useEffect(() => {
    if (appliedId) everythingChanged();
  }, [appliedId]);
}
