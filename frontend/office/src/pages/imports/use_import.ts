import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { randomId } from 'shared/rules/random_id';
import { type Import, startImport } from '../../api/imports';
import { importQuery } from '../../api/queries';
import { everythingChanged } from '../../api/query_client';
import type { ImportKind } from '../../rules/imports';

/** A try to bring in a file: sent again, it is the same import. */
interface Try {
  kind: ImportKind;
  id: string;
  file: File;
  isDryRun: boolean;
}

/** A file on its way: sent, and watched until it is through. Which import it is stands in the address, so that it can be come back to. */
export function useImport(kind: ImportKind) {
  const [search, setSearch] = useSearchParams();
  const [file, setFile] = useState<File>();
  const lastTry = useRef<Try>(undefined);
  const id = search.get('import') ?? '';
  const watched = useQuery({ ...importQuery(kind, id), enabled: id !== '' });
  const sending = useMutation({
    mutationFn: (tried: Try) => startImport(tried.kind, tried.id, tried.file, tried.isDryRun),
    onSuccess: (started) => setSearch({ kind: started.kind, import: started.id }, { replace: true }),
  });
  const found = watched.data;
  useTellEnd(found);

  function send(isDryRun: boolean) {
    if (!file) return;
    const last = lastTry.current;
    // An answer that was lost is asked for again with the same id.
    const isSame = sending.isError && last?.file === file && last.isDryRun === isDryRun && last.kind === kind;
    const tried = isSame ? last : { kind, id: randomId(), file, isDryRun };
    lastTry.current = tried;
    sending.mutate(tried);
  }

  /** Another file, or none: what became of the one before is gone from the page. */
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

/** What was read before an import was applied may have changed. */
function useTellEnd(found: Import | undefined) {
  const appliedId = found?.state === 'applied' ? found.id : undefined;
  useEffect(() => {
    if (appliedId) everythingChanged();
  }, [appliedId]);
}
