// File downloads that need a proof. The proof is sent in the body, so that it is in no URL.
import { sending } from 'shared/request/body';
import { deadline } from 'shared/request/deadline';
import { ApiError, ConnectionError } from './errors';

/** The timeout of a download: the file may be large and a phone's connection slow. */
const FILE_TIMEOUT_MS = 60_000;

/** Posts a proof and returns the file. */
export async function readFile(address: string, proof: object): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch(address, {
      method: 'POST',
      signal: deadline(FILE_TIMEOUT_MS),
      ...sending(proof),
    });
    if (response.ok) return await response.blob();
  } catch (error) {
    throw new ConnectionError(error);
  }
  const { message = '', errors } = await response.json().catch(() => ({}));
  throw new ApiError(response.status, message, errors);
}
