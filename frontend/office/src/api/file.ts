import { deadline } from 'shared/request/deadline';
import { ApiError, ConnectionError } from './errors';
import { afterReauthentication } from './reauthentication';
import { BASE } from './request';

// The answers of the office that are files and not JSON.

/** As long as a year of orders may take on a slow line. */
const FILE_MS = 120_000;

/** A file that the office answers, below its address; asks first who it is, as every call does that needs it. */
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
    // A file that breaks off is none: this fails then.
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
    // A proxy in front of the office may answer with a page.
    return new ApiError(status, '');
  }
}
