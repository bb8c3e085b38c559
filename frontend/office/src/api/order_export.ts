import { ApiError, ConnectionError } from './errors';
import { afterReauthentication } from './reauthentication';
import { BASE } from './request';

// The one answer of the office that is a file and not JSON.

/** As long as a year of orders may take on a slow line. */
const EXPORT_MS = 120_000;

/** Of which days: dates, both included. */
export interface ExportDays {
  from: string;
  until: string;
}

/** The orders of some days as CSV; asks first who it is, as every call does that needs it. */
export const exportOrders = (days: ExportDays): Promise<Blob> => afterReauthentication(() => read(days));

async function read(days: ExportDays): Promise<Blob> {
  const address = `${BASE}orders/export.csv?${new URLSearchParams({ ...days })}`;
  let response: Response;
  let file: Blob;
  try {
    response = await fetch(address, {
      credentials: 'include',
      method: 'GET',
      signal: AbortSignal.timeout(EXPORT_MS),
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
