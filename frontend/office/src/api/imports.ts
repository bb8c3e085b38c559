// Files of rows that are brought in.
import { deadline } from 'shared/request/deadline';
import type { ImportKind } from '../rules/imports';
import { filled, own, request } from './request';
import type { components } from './schema.gen';

/** As long as the office gives a file: 16 MB take a while on a slow line. */
const UPLOAD_MS = 75_000;

/** What becomes of a file. */
export type Import = components['schemas']['Import'];

/** Brings in a file, or only checks it; the same file with the same id again is the same import. */
export const startImport = (kind: ImportKind, id: string, file: File, isDryRun: boolean): Promise<Import> =>
  request(
    filled('POST imports/{kind}/{importId}', {
      path: { kind, importId: id },
      query: { dryRun: isDryRun },
    }),
    {
      ...own,
      headers: { 'Content-Type': 'text/csv' },
      body: file,
      signal: deadline(UPLOAD_MS),
    },
  );

/** How far an import is. */
export const readImport = (kind: ImportKind, id: string): Promise<Import> =>
  request(filled('GET imports/{kind}/{importId}', { path: { kind, importId: id } }), own);
