import { deadline } from 'shared/request/deadline';
import { ApiError, ConnectionError } from './errors';
import { afterReauthentication } from './reauthentication';
import { BASE } from './request';

// Reads responses of the gateway that are files, not JSON.

/** The timeout of a download: a year of orders takes long on a slow line. */
const FILE_MS = 120_000;

/** Reads a file below the gateway's base address; asks for re-authentication when the call needs it. */
export const readFile = (path: string): Promise<Blob> => afterReauthentication(() => read(path));

async function read(path: string): Promise<Blob> {
  let response: Response;
  let file: Blob;
  try {
    response = await fetch(BASE + path, {
      credentials: 'include',
      method: 'GET',
      signal: deadline(FILE_MS),
    });
    // A download that breaks off fails here.
    file = await response.blob();
  } catch (error) {
    throw new ConnectionError(error);
  }
  if (!response.ok) throw refusalOf(response.status, await file.text());
  return file;
}

function refusalOf(status: number, text: string): ApiError {
  try {
    const body = JSON.parse(text);
    return new ApiError(status, body.message ?? '', body.errors, {}, body);
  } catch {
    // A proxy in front of the gateway may answer with an HTML page.
    return new ApiError(status, '');
  }
}
