// Calls for CSV imports.
import { deadline } from 'shared/request/deadline';
import type { ImportKind } from '../rules/imports';
import { filled, own, request } from './request';
import type { components } from './schema.gen';

/** The timeout of an upload, the same as the gateway's: 16 MB take a while on a slow line. */
const UPLOAD_MS = 75_000;

/** The progress and result of an import. */
export type Import = components['schemas']['Import'];

/** Imports a file, or only checks it. A retry with the same file and id is the same import. */
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

/** Reads the progress of an import. */
export const readImport = (kind: ImportKind, id: string): Promise<Import> =>
  request(filled('GET imports/{kind}/{importId}', { path: { kind, importId: id } }), own);
