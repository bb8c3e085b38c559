import { generalWords } from '#words/general';
import { ApiError, ConnectionError } from './errors';
import type { FieldError } from './types';

const BASE = '/api/v1/';
const TIMEOUT_MS = 15_000;

interface Envelope<T> {
  success: boolean;
  message?: string;
  data?: T;
  errors?: FieldError[];
  code?: string;
  params?: Readonly<Record<string, number>>;
}

/** Whether a browser that holds a recent answer asks the server all the same. */
export function cached(fresh: boolean): RequestInit {
  return { cache: fresh ? 'no-cache' : 'default' };
}

/** A call whose answer is what comes under `data`. */
export async function request<T>(path: string, init: RequestInit): Promise<T> {
  const { data } = await successful<T>(path, init);
  if (data === undefined) throw new Error(generalWords.somethingWentWrong);
  return data;
}

/** The answer, when it is one of success. */
export async function successful<T>(
  path: string,
  init: RequestInit,
): Promise<Envelope<T> & { status: number }> {
  const response = await answer(path, init);
  const body = await envelope<T>(response);
  if (!response.ok || !body.success) {
    throw new ApiError(response.status, body.message ?? '', body.errors, body.data ?? {}, body);
  }
  return { ...body, status: response.status };
}

async function answer(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(BASE + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new ConnectionError(error);
  }
}

/** A proxy in front of the shop may answer with a page instead of JSON; then there is no message to show. */
async function envelope<T>(response: Response): Promise<Envelope<T>> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw new ConnectionError(error);
  }
  try {
    return JSON.parse(text);
  } catch {
    return { success: false };
  }
}
