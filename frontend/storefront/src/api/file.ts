// Files that the shop gives out after a proof, which stands in no address.
import { sending } from 'shared/request/body';
import { deadline } from 'shared/request/deadline';
import { ApiError, ConnectionError } from './errors';

/** A file may be large and a phone's line slow. */
const FILE_TIMEOUT_MS = 60_000;

/** Sends a proof and answers the file. */
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
