import { deadline } from './deadline';
import { ApiError, ConnectionError, type FieldError } from './errors';
import type { DataOf, OperationOf, RouteOf } from './routes';

const TIMEOUT_MS = 15_000;

/** What every answer looks like. */
export interface Envelope<T> {
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

/**
 * Makes the calls of an API below this base. `Paths` is its schema, the type that is generated of its OpenAPI document: by it
 * the compiler knows which calls there are and what they answer. `createFilled` fills their addresses.
 */
export function createClient<Paths, Base extends string>(base: Base) {
  type Route = RouteOf<Paths, Base>;
  type Data<R extends Route> = DataOf<OperationOf<Paths, Base, R>>;

  /** A call whose answer is what comes under `data`. */
  async function request<R extends Route>(route: R, init: RequestInit): Promise<Data<R>> {
    const { data } = await successful(route, init);
    // Users are told what the app says of an error without words.
    // oxlint-disable-next-line unicorn/error-message -- it has none for them
    if (data === undefined) throw new Error();
    return data;
  }

  /** The answer, when it is one of success. */
  async function successful<R extends Route>(
    route: R,
    init: RequestInit,
  ): Promise<Envelope<Data<R>> & { status: number }> {
    const [method, address] = route.split(' ') as [string, string];
    let response: Response;
    let text: string;
    try {
      response = await fetch(base + address, { method, signal: deadline(TIMEOUT_MS), ...init });
      text = await response.text();
    } catch (error) {
      throw new ConnectionError(error);
    }
    const body = envelope<Data<R>>(text);
    if (!response.ok || !body.success) {
      throw new ApiError(response.status, body.message ?? '', body.errors, body.data ?? {}, body);
    }
    return { ...body, status: response.status };
  }

  return { request, successful };
}

/** A proxy in front of the server may answer with a page instead of JSON; then there is no message to show. */
function envelope<T>(text: string): Envelope<T> {
  try {
    return JSON.parse(text);
  } catch {
    return { success: false };
  }
}
